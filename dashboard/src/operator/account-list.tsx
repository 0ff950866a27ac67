import { useState } from 'react'
import { changeAccount, useOperatorAccounts } from '../api/operator.ts'
import { useSession } from '../api/session.ts'
import { usePlans } from '../api/settings.ts'
import type { OperatorAccount } from '../api/types.ts'
import { SearchField } from '../inboxes/search-field.tsx'
import { Block, Row, Rows } from '../settings/section.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { INPUT } from '../ui/field.tsx'
import { formatBytes, plural } from '../ui/format.ts'
import { Badge } from '../ui/notice.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { showToast } from '../ui/toasts.tsx'

export function AccountList() {
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
