import type { ReactNode } from 'react'
import { useOperatorStatus } from '../api/operator.ts'
import { useSession } from '../api/session.ts'
import type { OperatorStatus } from '../api/types.ts'
import { CARD, PageHead } from '../settings/section.tsx'
import { formatBytes, formatCount } from '../ui/format.ts'
import { EmptyState, Loaded, Skeleton } from '../ui/states.tsx'
import { AccountList } from './account-list.tsx'
import { CertificateList } from './certificate-list.tsx'

/** For the owner of the instance: how it does, and who is on it. */
export function OperatorPage() {
  const { operator } = useSession()
  if (!operator) {
    return (
      <EmptyState icon="gauge" title="Only for the operator">
        This page belongs to the account that owns the server.
      </EmptyState>
    )
  }
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-5xl px-4 py-8 pb-16">
        <PageHead title="Operator">How this server does, and the accounts on it.</PageHead>
        <Status />
        <AccountList />
      </div>
    </div>
  )
}

function Status() {
  return (
    <Loaded query={useOperatorStatus()} skeleton={<Skeleton className="h-40" />}>
      {(status) => (
        <>
          <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
            {factsOf(status).map(([name, value, note]) => (
              <div key={name} className={`${CARD} p-4`}>
                <dt className="text-soft">{name}</dt>
                <dd className="mt-1 text-xl font-semibold tabular-nums">{value}</dd>
                <dd className="text-xs text-soft">{note}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-2 text-xs text-soft">
            Version {status.version}, up for {upTime(status.uptime_seconds)}
          </p>
          <CertificateList certificates={status.certificates} />
        </>
      )}
    </Loaded>
  )
}

function factsOf(status: OperatorStatus): readonly (readonly [string, ReactNode, string])[] {
  const { deliveries, disk } = status
  return [
    [
      'Mail taken',
      formatCount(status.intake_per_minute),
      `a minute, ${formatCount(status.refused_per_minute)} refused`,
    ],
    [
      'HTTP requests',
      formatCount(status.http_requests_per_minute),
      `a minute, ${formatCount(status.http_errors_per_minute)} errors`,
    ],
    ['Deliveries waiting', formatCount(deliveries.open), `${formatCount(deliveries.held)} held`],
    ['Disk', formatBytes(disk.used_bytes), `${formatBytes(disk.free_bytes)} free`],
  ]
}

function upTime(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  return days > 0 ? `${days} d ${hours} h` : hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`
}
