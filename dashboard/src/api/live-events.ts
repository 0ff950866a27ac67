/** What the server tells of as it happens, as it stands in the log of events. */
interface LiveEvent {
  readonly type: 'message.received' | 'inbox.created'
  readonly data: { readonly inbox: string; readonly from?: string; readonly subject?: string }
}

/** open: after (re)connecting. lost: the browser tries again. refused: we do, and something may be missed meanwhile. */
export type Tidings = LiveEvent | { readonly type: 'open' | 'lost' | 'refused' }

const TYPES = ['message.received', 'inbox.created'] as const
const LOCK = 'mayfly-events'
const RETRY_MS = 15_000

/**
 * One stream for all tabs of this browser: a browser opens only six connections to a server, and each stream counts as an
 * open wait of the plan. The tab that holds the lock tells the others. Without TLS there are no locks but on
 * localhost, and each tab has a stream of its own.
 */
export function followLiveEvents(accountId: string, tell: (tidings: Tidings) => void): () => void {
  const stop = new AbortController()
  const channel = new BroadcastChannel(`${LOCK}-${accountId}`)
  channel.onmessage = ({ data }: MessageEvent<Tidings>) => tell(data)
  const tellAll = (tidings: Tidings) => {
    tell(tidings)
    channel.postMessage(tidings)
  }
  if (navigator.locks) {
    const lead = () => openStream(tellAll, stop.signal)
    navigator.locks.request(`${LOCK}-${accountId}`, { signal: stop.signal }, lead).catch((error: Error) => {
      if (error.name !== 'AbortError') throw error
    })
  } else void openStream(tell, stop.signal)
  return () => {
    stop.abort()
    channel.close()
  }
}

/** Resolves when it is told to stop. */
function openStream(tell: (tidings: Tidings) => void, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let source: EventSource | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  const connect = () => {
    source = new EventSource('/v1/events')
    source.onopen = () => tell({ type: 'open' })
    source.onerror = () => {
      // A broken connection the browser mends by itself; a refusal it does not.
      const refused = source?.readyState === EventSource.CLOSED
      if (refused) retry = setTimeout(connect, RETRY_MS)
      tell({ type: refused ? 'refused' : 'lost' })
    }
    for (const type of TYPES) {
      source.addEventListener(type, ({ data }: MessageEvent<string>) => tell({ type, data: JSON.parse(data) }))
    }
  }
  const end = () => {
    clearTimeout(retry)
    source?.close()
    resolve()
  }
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  else connect()
  return promise
}
