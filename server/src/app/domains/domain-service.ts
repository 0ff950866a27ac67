export const MTA_STS_MODES = ['testing', 'enforce'] as const
export type MtaStsMode = (typeof MTA_STS_MODES)[number]

/** What of the service stands in the records of its customers' domains. */
export interface DomainService {
  /** The name that takes mail. */
  readonly mxHost: string
  /** Where policies are fetched; null where the service has no public name with HTTPS. */
  readonly policyHost: string | null
  readonly mtaStsMode: MtaStsMode
}

/** The host of an address with https and a name; null for any other. */
export function policyHostOf(baseUrl: string): string | null {
  const url = URL.parse(baseUrl)
  if (url?.protocol !== 'https:' || !/[a-z]/.test(url.hostname.split('.').at(-1) ?? '')) return null
  return url.hostname === 'localhost' || url.hostname.startsWith('[') ? null : url.hostname
}
