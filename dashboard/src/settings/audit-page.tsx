import { useAudit } from '../api/settings.ts'
import type { AuditEntry } from '../api/types.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { PageHead, Row, Rows } from './section.tsx'

export function AuditPage() {
  return (
    <>
      <PageHead title="Audit log">
        Every change to keys, devices, webhooks, members, plan and sign-in, newest first.
      </PageHead>
      <Rows
        label="Audit log"
        list={useAudit()}
        keyOf={(entry) => entry.id}
        empty={{ icon: 'search', title: 'Nothing has been changed yet' }}
        row={(entry) => <AuditRow entry={entry} />}
      />
    </>
  )
}

function AuditRow({ entry }: { entry: AuditEntry }) {
  const { actor, action, target, detail, address } = entry
  return (
    <Row
      title={
        <>
          <span className="font-mono text-[13px]">{action}</span>
          {target && <span className="font-normal wrap-anywhere text-soft">{target}</span>}
        </>
      }
      action={<RelativeTime at={entry.at} className="shrink-0 text-soft" />}
    >
      {actor.email ?? actor.key_id ?? 'the operator'}
      {address && ` from ${address}`}
      {detail && <span className="wrap-anywhere"> · {detail}</span>}
    </Row>
  )
}
