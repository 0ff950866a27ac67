import { useState } from 'react'
import { actOnWebhook, redeliver, refreshWebhook, useDeliveries, useDelivery } from '../api/settings.ts'
import type { Delivery, DeliveryState } from '../api/types.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { plural } from '../ui/format.ts'
import { Badge, type NoticeKind } from '../ui/notice.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Loaded } from '../ui/states.tsx'
import { showToast } from '../ui/toasts.tsx'
import { AttemptLine } from './attempt-line.tsx'
import { Block, Row, Rows } from './section.tsx'

const KINDS: Readonly<Record<DeliveryState, NoticeKind>> = {
  pending: 'plain',
  retrying: 'warn',
  delivered: 'good',
  rejected: 'bad',
  failed: 'bad',
  held: 'warn',
  dropped: 'plain',
}

const DAY_MS = 86_400_000

export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const [open, setOpen] = useState<string | null>(null)
  const again = () => {
    const since = new Date(Date.now() - DAY_MS).toISOString()
    actOnWebhook(webhookId, 'redeliver', { since })
      .then(() => showToast('What failed in the last day is sent again'))
      .catch((error: Error) => showToast(error.message))
  }
  return (
    <Block
      title="Deliveries"
      action={
        <div className="flex gap-1">
          <Button kind="quiet" onClick={again}>
            Send failed ones again
          </Button>
          <IconButton icon="refresh" label="Look again" onClick={() => void refreshWebhook(webhookId)} />
        </div>
      }
    >
      <Rows
        label="Deliveries"
        list={useDeliveries(webhookId)}
        keyOf={(delivery) => delivery.id}
        empty={{ icon: 'mail', title: 'Nothing sent yet', text: 'Press Test to send something now.' }}
        row={(delivery) => <DeliveryRow delivery={delivery} open={() => setOpen(delivery.id)} />}
      />
      {open && <DeliveryDialog webhookId={webhookId} id={open} close={() => setOpen(null)} />}
    </Block>
  )
}

function DeliveryRow({ delivery, open }: { delivery: Delivery; open: () => void }) {
  const { id, event, state, next_attempt_at: next } = delivery
  const attempts = delivery.attempts?.length ?? 0
  return (
    <Row
      title={
        <>
          <span className="font-mono text-[13px]">{event}</span>
          <Badge kind={KINDS[state]}>{state}</Badge>
        </>
      }
      action={
        <Button kind="quiet" onClick={open} aria-label={`Details of ${id}`}>
          Details
        </Button>
      }
    >
      <RelativeTime at={delivery.created_at} /> · {plural(attempts, 'attempt')}
      {next && (
        <>
          {' · next '}
          <RelativeTime at={next} />
        </>
      )}
    </Row>
  )
}

function DeliveryDialog({ webhookId, id, close }: { webhookId: string; id: string; close: () => void }) {
  const query = useDelivery(id)
  const again = () =>
    redeliver(webhookId, id)
      .then(() => showToast('On its way again'))
      .catch((error: Error) => showToast(error.message))
  return (
    <Dialog title="Delivery" close={close} wide>
      <Loaded query={query}>
        {(delivery) => (
          <div className="space-y-4">
            <p className="flex flex-wrap items-center gap-2">
              <Badge kind={KINDS[delivery.state]}>{delivery.state}</Badge>
              <code className="font-mono text-[13px] wrap-anywhere">{delivery.id}</code>
            </p>
            <ol className="space-y-2">
              {delivery.attempts.map((attempt) => (
                <li key={`${attempt.number} ${attempt.at}`}>
                  <AttemptLine attempt={attempt} />
                </li>
              ))}
            </ol>
            <CodeBlock text={JSON.stringify(delivery.payload, null, 2)} what="the payload" />
            <div className="flex justify-end">
              <Button icon="refresh" onClick={again}>
                Send again
              </Button>
            </div>
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
