import { type ReactNode, useState } from 'react'
import { changeAccount, useOperatorAccounts, useOperatorStatus } from '../api/operator.ts'
import { useSession } from '../api/session.ts'
import { usePlans } from '../api/settings.ts'
import type { OperatorAccount, OperatorStatus } from '../api/types.ts'
import { SearchField } from '../inboxes/search-field.tsx'
import { Block, CARD, PageHead, Row, Rows } from '../settings/section.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { INPUT } from '../ui/field.tsx'
import { formatBytes, formatCount, plural } from '../ui/format.ts'
import { Badge } from '../ui/notice.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { EmptyState, Loaded, Skeleton } from '../ui/states.tsx'
import { showToast } from '../ui/toasts.tsx'

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
        <Accounts />
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
    [
      'Deliveries waiting',
      formatCount(deliveries.pending + deliveries.retrying),
      `${formatCount(deliveries.retrying)} retrying, ${formatCount(deliveries.held)} held`,
    ],
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

function Accounts() {
  const [search, setSearch] = useState('')
  const [suspending, setSuspending] = useState<OperatorAccount | null>(null)
  return (
    <Block
      title="Accounts"
      action={
        <div className="w-56">
          <SearchField label="Search accounts" search={setSearch} keyboard />
        </div>
      }
    >
      <Rows
        label="Accounts"
        list={useOperatorAccounts(search)}
        keyOf={(account) => account.id}
        empty={{ icon: 'search', title: 'No account matches' }}
        row={(account) => <AccountRow account={account} suspend={() => setSuspending(account)} />}
      />
      {suspending && (
        <ConfirmDialog
          title="Suspend the account"
          action="Suspend"
          confirm={() => changeAccount(suspending.id, { suspended: true })}
          close={() => setSuspending(null)}
        >
          The keys of <b className="wrap-anywhere">{suspending.email ?? suspending.id}</b> are refused, and so is mail
          to its inboxes, until it is let back in.
        </ConfirmDialog>
      )}
    </Block>
  )
}

function AccountRow({ account, suspend }: { account: OperatorAccount; suspend: () => void }) {
  const { account: own } = useSession()
  const plans = Object.keys(usePlans().data ?? { [account.plan]: null })
  const { id, email, plan, suspended, usage } = account
  const change = (what: { plan?: string; suspended?: boolean }) =>
    changeAccount(id, what).catch((error: Error) => showToast(error.message))
  return (
    <Row
      title={
        <>
          <span>{email ?? id}</span>
          {id === own.id && <Badge kind="good">yours</Badge>}
          {suspended && <Badge kind="bad">suspended</Badge>}
        </>
      }
      action={
        <div className="flex items-center gap-2">
          <select
            aria-label={`Plan of ${email ?? id}`}
            value={plan}
            onChange={(event) => change({ plan: event.target.value })}
            className={`${INPUT} h-8`}
          >
            {plans.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          {suspended ? (
            <Button onClick={() => change({ suspended: false })}>Let back in</Button>
          ) : (
            <Button kind="danger" onClick={suspend} disabled={id === own.id} aria-label={`Suspend ${email ?? id}`}>
              Suspend
            </Button>
          )}
        </div>
      }
    >
      {plural(usage.inboxes, 'inbox', 'inboxes')} · {formatBytes(usage.stored_bytes)} ·{' '}
      {plural(usage.members, 'member')} · made <RelativeTime at={account.created_at} />
    </Row>
  )
}
