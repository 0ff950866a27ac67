import type { OperationText } from './openapi-texts.ts'

const SIGN_IN = { tag: 'Sign-in' } as const
const TEAM = { tag: 'Members' } as const
const DEVICES = { tag: 'Devices' } as const
const OPERATOR = { tag: 'Operator' } as const

/** By method and path: who people are, how they come in, and what they do with their account. */
export const PEOPLE_TEXTS: Readonly<Record<string, OperationText>> = {
  'POST /v1/signup': {
    ...SIGN_IN,
    id: 'signUp',
    summary: 'Makes an account and signs its owner in; where the service sends mail, sends a code first.',
    body: { email: 'you@example.com', password: 'correct horse battery staple' },
  },
  'POST /v1/signup/confirm': {
    ...SIGN_IN,
    id: 'confirmSignUp',
    summary: 'Finishes a sign-up with the code that was mailed: 15 minutes, 5 tries.',
    body: { email: 'you@example.com', code: '493817' },
    byHand: true,
  },
  'POST /v1/session': {
    ...SIGN_IN,
    id: 'signIn',
    summary:
      'Signs in: a new session, in a cookie. `totp_required` asks for `totp` or a `recovery_code` beside the rest.',
    body: { email: 'you@example.com', password: 'correct horse battery staple' },
    byHand: true,
  },
  'POST /v1/session/link': {
    ...SIGN_IN,
    id: 'signInByLink',
    summary: 'Signs in with the token of a link, once: that of the first start.',
    body: { token: 'the part of the link behind #token=' },
    byHand: true,
  },
  'GET /v1/session': { ...SIGN_IN, id: 'getSession', summary: 'Who is signed in, and where the service is.' },
  'DELETE /v1/session': { ...SIGN_IN, id: 'signOut', summary: 'Signs out.' },
  'GET /v1/sessions': { ...SIGN_IN, id: 'listSessions', summary: 'Where you are signed in, the newest first.' },
  'DELETE /v1/sessions/{id}': {
    ...SIGN_IN,
    id: 'endSession',
    summary: 'Ends one of your sessions.',
    before: 'session',
  },
  'POST /v1/password': {
    ...SIGN_IN,
    id: 'changePassword',
    summary: 'Changes your password, and ends your other sessions. Whoever has none yet leaves `current_password` out.',
    body: { current_password: 'correct horse battery staple', new_password: 'another horse, another staple' },
    byHand: true,
  },
  'POST /v1/password/forgot': {
    ...SIGN_IN,
    id: 'forgotPassword',
    summary: 'Mails a reset link, where there is such a user and the service sends mail. The answer does not tell.',
    body: { email: 'you@example.com' },
  },
  'POST /v1/password/reset': {
    ...SIGN_IN,
    id: 'resetPassword',
    summary: 'Sets a new password with the token of a reset link, once, and ends all sessions.',
    body: { token: 'the part of the link behind #token=', new_password: 'another horse, another staple' },
    byHand: true,
  },
  'POST /v1/totp': {
    ...SIGN_IN,
    id: 'proposeTotp',
    summary: 'A secret for your authenticator: counts once confirmed.',
  },
  'POST /v1/totp/confirm': {
    ...SIGN_IN,
    id: 'confirmTotp',
    summary: 'Turns the second factor on with a first code. The recovery codes are shown this once.',
    body: { code: '493817' },
    byHand: true,
  },
  'DELETE /v1/totp': {
    ...SIGN_IN,
    id: 'removeTotp',
    summary: 'Turns the second factor off.',
    body: { password: 'correct horse battery staple' },
    byHand: true,
  },
  'GET /v1/members': { ...TEAM, id: 'listMembers', summary: 'Who is in your account.' },
  'PATCH /v1/members/{id}': {
    ...TEAM,
    id: 'changeMember',
    summary: 'Gives a member another role. At least one owner stays.',
    before: 'member',
    body: { role: 'admin' },
  },
  'DELETE /v1/members/{id}': {
    ...TEAM,
    id: 'removeMember',
    summary: 'Takes somebody out of your account, with their sessions and devices.',
    before: 'member',
  },
  'GET /v1/invites': { ...TEAM, id: 'listInvites', summary: 'The invites that can still be used.' },
  'POST /v1/invites': {
    ...TEAM,
    id: 'createInvite',
    summary: 'Makes an invite: a link that works once, within 7 days. Mailed too, where there is an address.',
    body: { role: 'member' },
  },
  'DELETE /v1/invites/{id}': { ...TEAM, id: 'deleteInvite', summary: 'Takes an invite back.', before: 'invite' },
  'GET /v1/invites/accept': {
    ...TEAM,
    id: 'getInvite',
    summary: 'What an invite is for.',
    before: 'invite',
  },
  'POST /v1/invites/accept': {
    ...TEAM,
    id: 'acceptInvite',
    summary: 'Joins the account that invites, and signs in.',
    body: {
      token: 'the part of the link behind #token=',
      email: 'you@example.com',
      password: 'correct horse battery staple',
    },
    byHand: true,
  },
  'GET /v1/devices': { ...DEVICES, id: 'listDevices', summary: 'The command lines that may use your account.' },
  'DELETE /v1/devices/{id}': {
    ...DEVICES,
    id: 'revokeDevice',
    summary: 'Revokes the token of a device, within a second.',
    byHand: true,
  },
  'POST /v1/device/code': {
    ...DEVICES,
    id: 'askForDevice',
    summary: 'A device asks to be let in (RFC 8628): show the user code, and poll for the token. A form, or JSON.',
    body: { client_id: 'mayfly', host: 'build-7', system: 'Linux' },
  },
  'POST /v1/device/token': {
    ...DEVICES,
    id: 'pollForToken',
    summary: 'The token, once it is approved; until then an error as in RFC 8628.',
    body: {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: 'as it came from /v1/device/code',
    },
    byHand: true,
  },
  'GET /v1/device': {
    ...DEVICES,
    id: 'getWaitingDevice',
    summary: 'The device that waits with this code: compare it with what the device shows.',
    before: 'device',
  },
  'POST /v1/device/approve': {
    ...DEVICES,
    id: 'decideOnDevice',
    summary: 'Lets a device in, or not.',
    body: { user_code: 'BCDF-GHJK', approve: true },
    byHand: true,
  },
  'GET /v1/audit': {
    tag: 'Account',
    id: 'readAudit',
    summary: 'Who changed what in your account, the newest first. Kept for a year.',
  },
  'DELETE /v1/account': {
    tag: 'Account',
    id: 'deleteAccount',
    summary: 'Deletes your account and all that it holds, at once and for good.',
    body: { password: 'correct horse battery staple', confirm: 'you@example.com' },
    byHand: true,
  },
  'GET /v1/plans': { tag: 'Account', id: 'listPlans', summary: 'What each plan gives, and for how much.' },
  'GET /v1/operator/accounts': { ...OPERATOR, id: 'searchAccounts', summary: 'All accounts, with what they use.' },
  'PATCH /v1/operator/accounts/{id}': {
    ...OPERATOR,
    id: 'changeAccount',
    summary: 'Gives an account another plan, suspends it, or opens it again.',
    before: 'account',
    body: { plan: 'team' },
  },
  'GET /v1/operator/status': { ...OPERATOR, id: 'getStatus', summary: 'How the service is doing.' },
}
