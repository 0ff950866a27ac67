import { useQuery } from '@tanstack/react-query'
import { actOnWebhook } from '../api/settings.ts'
import type { Delivery } from '../api/types.ts'
import { Notice } from '../ui/notice.tsx'
import { AttemptLine } from './attempt-line.tsx'

/** Sends a test.ping when it appears, and shows what came of it. */
export function TestAnswer({ webhookId }: { webhookId: string }) {
  const { data: delivery, error } = useQuery({
    queryKey: ['test', webhookId],
    queryFn: () => actOnWebhook<Delivery>(webhookId, 'test'),
    // Once, whatever happens to the page meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const attempt = delivery?.attempts.at(-1)
  const arrived = delivery?.state === 'delivered'
  return (
    <div className="mt-4">
      {error && <Notice kind="bad">{error.message}</Notice>}
      {!error && !delivery && <Notice>Sending a test …</Notice>}
      {delivery && (
        <Notice kind={arrived ? 'good' : 'bad'}>
          <p className="font-medium">{arrived ? 'The test arrived.' : 'The test did not arrive.'}</p>
          {attempt && <AttemptLine attempt={attempt} />}
        </Notice>
      )}
    </div>
  )
}
