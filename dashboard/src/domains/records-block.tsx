import { type ReactNode, useState } from 'react'
import type { Domain, DomainRecord } from '../api/types.ts'
import { Block, CARD } from '../settings/section.tsx'
import { CodeBlock, CopyLine } from '../ui/code-block.tsx'
import { INPUT } from '../ui/field.tsx'
import { Badge, Notice, type NoticeKind } from '../ui/notice.tsx'
import { DNS_PROVIDERS, type DnsProvider, OTHER } from './dns-providers.ts'
import { fillIn, recogniseProvider, zoneFile } from './record-form.ts'

/** What is to be set, as the provider of this domain wants it typed in. */
export function RecordsBlock({ domain }: { domain: Domain }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const recognised = recogniseProvider(domain.name_servers)
  const provider = DNS_PROVIDERS.find(({ id }) => id === chosen) ?? recognised
  const zone = domain.zone ?? domain.domain
  const needed = domain.records.filter(({ optional }) => !optional)
  const optional = domain.records.filter(({ optional }) => optional)
  return (
    <>
      <Block title="Where its DNS is kept" action={<ProviderField provider={provider} choose={setChosen} />}>
        <ProviderSteps provider={provider} isRecognised={provider === recognised && provider !== OTHER} />
      </Block>
      <Block title="Records to set">
        <Records records={needed} zone={zone} provider={provider} />
      </Block>
      {optional.length > 0 && (
        <Block title="Records that are up to you">
          <Records records={optional} zone={zone} provider={provider} />
        </Block>
      )}
      <Block title="All of them as lines of a zone file">
        <CodeBlock text={zoneFile(domain)} what="the lines of the zone file" />
      </Block>
    </>
  )
}

function ProviderField({ provider, choose }: { provider: DnsProvider; choose: (id: string) => void }) {
  return (
    <select
      aria-label="DNS provider"
      value={provider.id}
      onChange={(event) => choose(event.target.value)}
      className={`${INPUT} h-8 max-w-52`}
    >
      {DNS_PROVIDERS.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  )
}

function ProviderSteps({ provider, isRecognised }: { provider: DnsProvider; isRecognised: boolean }) {
  return (
    <div className={`${CARD} space-y-2 p-4`}>
      {isRecognised && <p className="text-soft">Its name servers are those of {provider.label}.</p>}
      <ol className="list-decimal space-y-1 pl-5">
        {provider.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {provider.note && <p className="text-soft">{provider.note}</p>}
    </div>
  )
}

interface RecordsProps {
  records: readonly DomainRecord[]
  zone: string
  provider: DnsProvider
}

function Records({ records, zone, provider }: RecordsProps) {
  return (
    <ul className={`${CARD} divide-y divide-line`}>
      {records.map((record) => (
        <li key={`${record.purpose} ${record.type}`} className="space-y-3 p-4">
          <RecordView record={record} zone={zone} provider={provider} />
        </li>
      ))}
    </ul>
  )
}

const PURPOSES: Readonly<Record<DomainRecord['purpose'], string>> = {
  ownership: 'Proves that the domain is yours',
  mail: 'Leads its mail here',
  subdomains: 'Leads the mail of every subdomain here',
  mta_sts: 'Tells senders to insist on TLS (MTA-STS)',
  tls_rpt: 'Asks senders to report failures of TLS (TLS-RPT)',
}

const STATUSES: Readonly<Record<DomainRecord['status'], readonly [NoticeKind, string]>> = {
  ok: ['good', 'found'],
  missing: ['warn', 'missing'],
  wrong: ['bad', 'wrong'],
  error: ['plain', 'no answer'],
}

function RecordView({ record, zone, provider }: { record: DomainRecord; zone: string; provider: DnsProvider }) {
  const { name, value, priority } = fillIn(record, zone, provider)
  const [kind, word] = STATUSES[record.status]
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-2">
        <h3 className="font-medium">{PURPOSES[record.purpose]}</h3>
        <Badge kind={kind}>{word}</Badge>
      </div>
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[auto_1fr]">
        <Fact name="Type">{record.type}</Fact>
        <Fact name="Name">
          {name === '' ? (
            <span className="text-soft">leave it empty</span>
          ) : (
            <CopyLine text={name} what={`the name of the ${record.type} record`} />
          )}
        </Fact>
        <Fact name="Value">
          <CopyLine text={value} what={`the value of the ${record.type} record`} />
        </Fact>
        {priority !== null && <Fact name="Priority">{priority}</Fact>}
        {record.found.length > 0 && record.status !== 'ok' && (
          <Fact name="Found">
            {record.found.map((found) => (
              <code key={found} className="block font-mono text-[13px] wrap-anywhere">
                {found}
              </code>
            ))}
          </Fact>
        )}
      </dl>
      {record.hint && <Notice kind={record.status === 'wrong' ? 'warn' : 'plain'}>{record.hint}</Notice>}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid sm:col-span-2 sm:grid-cols-subgrid">
      <dt className="self-center text-soft">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
