import type { MayflyEvent } from './client.ts'
import type { Context } from './context.ts'

interface Followed {
  readonly inbox?: string | undefined
  /** Called once, when nothing can be missed any more. */
  readonly onBegin: () => void
}

/** The events of the account. The person hears when the connection is lost, and when it is back. */
export function followEvents(
  { out, settings, client }: Context,
  { inbox, onBegin }: Followed,
): AsyncIterable<MayflyEvent> {
  let state: 'new' | 'open' | 'lost' = 'new'
  const mayfly = client(({ type }) => {
    if (type !== 'request' || state !== 'open') return
    state = 'lost'
    out.note(`The connection to ${settings.url} is lost. Trying again …`)
  })
  const onOpen = () => {
    if (state === 'new') onBegin()
    else out.note('Connected again.')
    state = 'open'
  }
  return mayfly.events({ inbox, onOpen })
}
