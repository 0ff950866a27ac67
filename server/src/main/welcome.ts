import type { FirstSecrets } from '../app/first-start.ts'

export interface Place {
  /** With its scheme, as this machine reaches it. */
  readonly httpUrl: string
  readonly smtpAddress: string
  readonly imapAddress: string
  readonly baseUrl: string | null
  readonly domain: string
}

/** Shown once, at the first start: it is the only time that the secrets can be seen. */
export function firstWelcome(place: Place, { keyText, signInToken }: FirstSecrets): string {
  const address = `hello@${place.domain}`
  return `
  Mayfly is running. Every address on ${place.domain} is an inbox.

    HTTP  ${place.baseUrl ?? place.httpUrl}
    SMTP  ${place.smtpAddress}
    IMAP  ${place.imapAddress}

  The dashboard, with a link that signs you in once, within a day:

    ${place.baseUrl ?? place.httpUrl}/welcome#token=${signInToken}

  Your API key, shown only this once:

    ${keyText}

  Send a mail, then read it:

    swaks --server '${place.smtpAddress}' --to ${address}
    curl -s -H 'X-API-KEY: ${keyText}' '${place.httpUrl}/getMail?email=${encodeURIComponent(address)}'

`
}

/** For a node that does only this. */
export function rolesWelcome(roles: readonly string[]): string {
  return `Mayfly is running on this node: ${roles.join(', ')}\n`
}

export function laterWelcome({ baseUrl, httpUrl, smtpAddress }: Place): string {
  return `Mayfly is running: API ${baseUrl ?? httpUrl}, SMTP ${smtpAddress}\n`
}
