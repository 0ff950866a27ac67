import { useAccount, usePlans } from '../api/settings.ts'
import type { Account, Plan, PlanTable } from '../api/types.ts'
import { formatBytes, formatCount, formatHours } from '../ui/format.ts'
import { Meter } from '../ui/meter.tsx'
import { Badge } from '../ui/notice.tsx'
import { Loaded, Skeleton } from '../ui/states.tsx'
import { Block, CARD, PageHead } from './section.tsx'

export function PlanPage() {
  const account = useAccount()
  return (
    <>
      <PageHead title="Plan and usage">
        What is used of each limit, and what the other plans give. The operator of this server changes a plan.
      </PageHead>
      <Loaded query={account} skeleton={<Skeleton className="h-48" />}>
        {(data) => <Usage account={data} />}
      </Loaded>
      <Block title="Plans">
        <Loaded query={usePlans()} skeleton={<Skeleton className="h-80" />}>
          {(plans) => <Plans plans={plans} current={account.data?.plan} />}
        </Loaded>
      </Block>
    </>
  )
}

function Usage({ account: { limits, usage } }: { account: Account }) {
  const asked = limits.requests_per_minute - usage.requests.remaining
  const meters = [
    ['Inboxes', usage.inboxes, limits.inboxes, formatCount],
    ['Stored mail', usage.stored_bytes, limits.stored_bytes, formatBytes],
    ['Requests in this minute', asked, limits.requests_per_minute, formatCount],
    ['Open waits and streams', usage.open_waits, limits.open_waits, formatCount],
  ] as const
  return (
    <div className={`${CARD} grid gap-x-10 gap-y-5 p-5 sm:grid-cols-2`}>
      {meters.map(([label, used, limit, format]) => (
        <Meter key={label} label={label} used={used} limit={limit} text={`${format(used)} of ${format(limit)}`} />
      ))}
    </div>
  )
}

const LINES: readonly (readonly [string, (plan: Plan) => string])[] = [
  ['Price a month', ({ price_eur: price }) => (price === 0 ? 'Free' : `€ ${price.toFixed(2)}`)],
  ['Requests a minute', (plan) => formatCount(plan.requests_per_minute)],
  ['Inboxes', (plan) => formatCount(plan.inboxes)],
  ['Mail is kept for', (plan) => formatHours(plan.retention_hours)],
  ['Size of a message', (plan) => formatBytes(plan.message_bytes)],
  ['Stored mail', (plan) => formatBytes(plan.stored_bytes)],
  ['Webhook endpoints', (plan) => formatCount(plan.webhook_endpoints)],
  ['Custom domains', (plan) => formatCount(plan.custom_domains)],
  ['Members', (plan) => formatCount(plan.members)],
  ['Open waits', (plan) => formatCount(plan.open_waits)],
]

function Plans({ plans, current }: { plans: PlanTable; current: string | undefined }) {
  const columns = Object.entries(plans)
  return (
    <section
      aria-label="What each plan gives"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
      tabIndex={0}
      className={`${CARD} overflow-x-auto`}
    >
      <table className="w-full text-left tabular-nums">
        <thead>
          <tr className="border-b border-line">
            <td className="px-4 py-2" />
            {columns.map(([name]) => (
              <th key={name} scope="col" className="px-4 py-2 font-semibold whitespace-nowrap capitalize">
                {name} {name === current && <Badge kind="good">yours</Badge>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {LINES.map(([label, show]) => (
            <tr key={label} className="border-b border-line last:border-0">
              <th scope="row" className="px-4 py-2 font-normal whitespace-nowrap text-soft">
                {label}
              </th>
              {columns.map(([name, plan]) => (
                <td key={name} className="px-4 py-2 whitespace-nowrap">
                  {show(plan)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
