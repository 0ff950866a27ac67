import type { CustomDomain, DomainState, RecordFinding, RecordPurpose } from '../../domain/custom-domain.ts'
import { iso, isoOrNull } from '../../domain/iso.ts'
import type { DomainService } from './domain-service.ts'
import { expectedRecords } from './expected-records.ts'

export interface RecordView extends RecordFinding {
  readonly purpose: RecordPurpose
  readonly host: string
  readonly value: string
  readonly priority: number | null
  readonly optional: boolean
}

/** A domain as its owner sees it: what is to be set, and what was found. */
export interface DomainView {
  readonly domain: string
  readonly state: DomainState
  readonly created_at: string
  readonly verified_at: string | null
  readonly lost_at: string | null
  readonly checked_at: string | null
  readonly next_check_at: string
  readonly zone: string | null
  readonly name_servers: readonly string[]
  readonly records: readonly RecordView[]
}

const NOT_LOOKED = {
  found: [],
  status: 'missing',
  hint: 'We have not looked for it yet. Add it at your DNS provider; we look by ourselves.',
} as const

export function viewOfDomain(domain: CustomDomain, service: DomainService): DomainView {
  const records = expectedRecords(domain, service).map((record): RecordView => {
    const seen = domain.findings.find(({ purpose, type }) => purpose === record.purpose && type === record.type)
    const { found, status, hint } = seen ?? NOT_LOOKED
    return { ...record, found, status, hint }
  })
  return {
    domain: domain.name,
    state: domain.state,
    created_at: iso(domain.createdAt),
    verified_at: isoOrNull(domain.verifiedAt),
    lost_at: isoOrNull(domain.lostAt),
    checked_at: isoOrNull(domain.checkedAt),
    next_check_at: iso(domain.nextCheckAt),
    zone: domain.zone,
    name_servers: domain.nameServers,
    records,
  }
}
