import type { CustomDomain, RecordFinding, RecordPurpose } from '../../domain/custom-domain.ts'
import type { DomainService } from './domain-service.ts'
import { policyId } from './mta-sts-policy.ts'

/** A record that the owner of a domain is to set. */
export interface ExpectedRecord {
  readonly purpose: RecordPurpose
  readonly type: RecordFinding['type']
  readonly host: string
  readonly value: string
  /** Of an MX; null otherwise. */
  readonly priority: number | null
  /** Without it the domain is verified all the same. */
  readonly optional: boolean
}

export const OWNERSHIP_PREFIX = 'mayfly-verify='
const MX_PRIORITY = 10

export function expectedRecords(
  { name, token }: Pick<CustomDomain, 'name' | 'token'>,
  service: DomainService,
): readonly ExpectedRecord[] {
  const text = { type: 'TXT', priority: null } as const
  const mx = { type: 'MX', value: service.mxHost, priority: MX_PRIORITY } as const
  return [
    {
      ...text,
      purpose: 'ownership',
      host: `_mayfly.${name}`,
      value: `${OWNERSHIP_PREFIX}${token}`,
      optional: false,
    },
    { ...mx, purpose: 'mail', host: name, optional: false },
    { ...mx, purpose: 'subdomains', host: `*.${name}`, optional: true },
    ...transportRecords(name, service),
  ]
}

/** A policy has to be fetched by HTTPS from a name (RFC 8461 §3.3): without a public one there is nothing to offer. */
function transportRecords(name: string, service: DomainService): readonly ExpectedRecord[] {
  const { policyHost } = service
  if (policyHost === null) return []
  const text = { type: 'TXT', priority: null, optional: true } as const
  const policy = `v=STSv1; id=${policyId(service)}`
  return [
    { ...text, purpose: 'mta_sts', host: `_mta-sts.${name}`, value: policy },
    { purpose: 'mta_sts', type: 'CNAME', host: `mta-sts.${name}`, value: policyHost, priority: null, optional: true },
    // RFC 8460 §3: a record without rua says nothing. The reports come to an inbox of the domain's own.
    { ...text, purpose: 'tls_rpt', host: `_smtp._tls.${name}`, value: `v=TLSRPTv1; rua=mailto:tls-reports@${name}` },
  ]
}
