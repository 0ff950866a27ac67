/** True where nobody watches, and a part that was not run is a failure. */
export const isCi = /^(1|true)$/i.test(process.env.CI ?? '')
