import { useEffect, useState } from 'react'
import { followLiveEvents, type Tidings } from '../api/live-events.ts'
import { refreshLists } from '../api/messages.ts'
import { queryClient } from '../api/query-client.ts'
import { noteConnection } from './connection.ts'
import { NewsRounds } from './news-rounds.ts'

/** Keeps what is shown in step with what happens. Gives a sentence to read aloud about the newest arrival. */
export function useLiveMail(accountId: string): string {
  const [arrival, setArrival] = useState('')
  useEffect(() => {
    const rounds = new NewsRounds()
    let opened = false
    const hear = (tidings: Tidings) => {
      switch (tidings.type) {
        case 'open':
          noteConnection(true)
          if (opened) refreshAll()
          opened = true
          return
        case 'lost':
          noteConnection(false)
          return
        case 'refused':
          // By a session that is over, which the answers tell, or by too many open streams: then we look now and then.
          refreshAll()
          return
        case 'message.received':
          setArrival(`New mail in ${tidings.data.inbox} from ${tidings.data.from}: ${tidings.data.subject}`)
      }
      rounds.add(tidings.data.inbox)
    }
    const stop = followLiveEvents(accountId, hear)
    return () => {
      stop()
      rounds.stop()
      noteConnection(true)
    }
  }, [accountId])
  return arrival
}

function refreshAll(): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'messages' })
  // What fails now is told by the stream too, and done again when it is back.
  refreshLists().catch(() => undefined)
}
