export const PASSWORD_HINT = 'At least 10 characters. A few words are good.'
