import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useSession } from '../api/session.ts'
import { actOnWebhook, changeWebhook, deleteWebhook, useWebhook } from '../api/settings.ts'
import type { Webhook } from '../api/types.ts'
import { useTitle } from '../shell/use-title.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Loaded, Skeleton } from '../ui/states.tsx'
import { showToast } from '../ui/toasts.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { ResumeDialog } from './resume-dialog.tsx'
import { SecretBlock } from './secret-block.tsx'
import { CARD } from './section.tsx'
import { TestAnswer } from './test-answer.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookState } from './webhooks-page.tsx'

export function WebhookPage({ id }: { id: string }) {
  useTitle('Webhook')
  return (
    <>
      <p className="mb-3">
        <Link href="/settings/webhooks" className="text-soft hover:text-ink">
          ← All endpoints
        </Link>
      </p>
      <Loaded query={useWebhook(id)} skeleton={<Skeleton className="h-64" />}>
        {(webhook) => <Endpoint webhook={webhook} />}
      </Loaded>
    </>
  )
}

type Asking = 'edit' | 'resume' | 'delete' | null

function Endpoint({ webhook }: { webhook: Webhook }) {
  const { user } = useSession()
  const [asking, setAsking] = useState<Asking>(null)
  const [tests, setTests] = useState(0)
  const close = () => setAsking(null)
  const { id, state } = webhook
  const pause = () => actOnWebhook(id, 'pause').catch((error: Error) => showToast(error.message))
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <h1 className="text-lg font-semibold wrap-anywhere">{webhook.description || webhook.url}</h1>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setTests(tests + 1)}>Test</Button>
          {state === 'active' ? (
            <Button icon="pause" onClick={pause}>
              Pause
            </Button>
          ) : (
            <Button kind="primary" icon="play" onClick={() => setAsking('resume')}>
              Resume
            </Button>
          )}
          <Button onClick={() => setAsking('edit')}>Edit</Button>
          <Button kind="danger" onClick={() => setAsking('delete')}>
            Delete
          </Button>
        </div>
      </header>
      {state === 'paused' && <PausedNotice webhook={webhook} />}
      {tests > 0 && <TestAnswer key={tests} webhookId={id} />}
      <EndpointFacts webhook={webhook} />
      {user.role !== 'member' && <SecretBlock id={id} />}
      <DeliveryLog webhookId={id} />
      {asking === 'edit' && (
        <Dialog title="Edit the endpoint" close={close}>
          <WebhookForm
            webhook={webhook}
            action="Save"
            close={close}
            save={async (wish) => {
              await changeWebhook(id, wish)
              close()
            }}
          />
        </Dialog>
      )}
      {asking === 'resume' && <ResumeDialog id={id} close={close} />}
      {asking === 'delete' && <DeleteDialog webhook={webhook} close={close} />}
    </>
  )
}

const PAUSES: Readonly<Record<NonNullable<Webhook['paused_reason']>, string>> = {
  failures: 'Paused after ten failures in a row.',
  manual: 'Paused by hand.',
  plan: 'Paused because the plan allows fewer endpoints.',
}

function PausedNotice({ webhook }: { webhook: Webhook }) {
  return (
    <div className="mt-4">
      <Notice kind="warn">{PAUSES[webhook.paused_reason ?? 'manual']} New events are held until it is resumed.</Notice>
    </div>
  )
}

function EndpointFacts({ webhook }: { webhook: Webhook }) {
  const moment = (at: string | null) => (at ? <RelativeTime at={at} /> : 'never')
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['State', <WebhookState key="state" webhook={webhook} />],
    [
      'URL',
      <code key="url" className="font-mono text-[13px]">
        {webhook.url}
      </code>,
    ],
    ['Events', webhook.events.join(', ') || 'none'],
    ['Inbox', webhook.inbox_filter ?? 'all'],
    ['Last success', moment(webhook.last_success_at)],
    ['Last failure', moment(webhook.last_failure_at)],
  ]
  return (
    <dl className={`${CARD} mt-5 grid gap-x-6 gap-y-2 p-5 sm:grid-cols-[auto_1fr]`}>
      {facts.map(([name, value]) => (
        <div key={name} className="grid sm:col-span-2 sm:grid-cols-subgrid">
          <dt className="text-soft">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function DeleteDialog({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const [, go] = useLocation()
  const confirm = async () => {
    await deleteWebhook(webhook.id)
    go('/settings/webhooks')
  }
  return (
    <ConfirmDialog title="Delete the endpoint" action="Delete" confirm={confirm} close={close}>
      <b className="wrap-anywhere">{webhook.url}</b> hears nothing any more, and its delivery log is gone.
    </ConfirmDialog>
  )
}
