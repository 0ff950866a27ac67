import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { createWebhook, useAccount, useWebhooks } from '../api/settings.ts'
import type { Webhook } from '../api/types.ts'
import { Button } from '../ui/button.tsx'
import { CopyLine } from '../ui/code-block.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Badge, Notice } from '../ui/notice.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { EmptyState } from '../ui/states.tsx'
import { CARD, PageHead, Row, Rows } from './section.tsx'
import { WebhookForm } from './webhook-form.tsx'

export function WebhooksPage() {
  const [creating, setCreating] = useState(false)
  const { data: account } = useAccount()
  const list = useWebhooks()
  const none = account?.limits.webhook_endpoints === 0 && list.items?.length === 0
  return (
    <>
      <PageHead
        title="Webhooks"
        action={
          !none && (
            <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
              New endpoint
            </Button>
          )
        }
      >
        A signed POST to your server for each new mail or inbox.
      </PageHead>
      {none ? (
        <div className={CARD}>
          <EmptyState icon="link" title="Not on this plan">
            Webhooks come with the elite and team plans. <Link href="/settings/plan">See the plans</Link>
          </EmptyState>
        </div>
      ) : (
        <Rows
          label="Endpoints"
          list={list}
          keyOf={(webhook) => webhook.id}
          empty={{ icon: 'link', title: 'No endpoint yet', text: 'Give a URL of yours, and it is told what happens.' }}
          row={(webhook) => <WebhookRow webhook={webhook} />}
        />
      )}
      {creating && <NewWebhookDialog close={() => setCreating(false)} />}
    </>
  )
}

export function WebhookState({ webhook }: { webhook: Webhook }) {
  if (webhook.state === 'paused') return <Badge kind="warn">paused</Badge>
  if (webhook.consecutive_failures > 0)
    return <Badge kind="bad">{webhook.consecutive_failures} failures in a row</Badge>
  return <Badge kind="good">active</Badge>
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, url, description, events, last_success_at: last } = webhook
  return (
    <Row
      title={
        <>
          <Link href={`/settings/webhooks/${id}`} className="underline-offset-2 hover:underline">
            {description || url}
          </Link>
          <WebhookState webhook={webhook} />
        </>
      }
    >
      {description && <span className="block font-mono text-[13px] wrap-anywhere">{url}</span>}
      {events.join(', ')} ·{' '}
      {last ? (
        <>
          last success <RelativeTime at={last} />
        </>
      ) : (
        'no success yet'
      )}
    </Row>
  )
}

function NewWebhookDialog({ close }: { close: () => void }) {
  const [made, setMade] = useState<{ id: string; secret: string } | null>(null)
  const [, go] = useLocation()
  if (made) {
    const done = () => go(`/settings/webhooks/${made.id}`)
    return (
      <Dialog title="The signing secret" close={done}>
        <div className="space-y-4">
          <Notice>Your server checks X-Service-Signature with it. Owners and admins can look it up later.</Notice>
          <CopyLine text={made.secret} what="the secret" />
          <div className="flex justify-end">
            <Button kind="primary" onClick={done}>
              Done
            </Button>
          </div>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title="New endpoint" close={close}>
      <WebhookForm save={async (wish) => setMade(await createWebhook(wish))} action="Create" close={close} />
    </Dialog>
  )
}
