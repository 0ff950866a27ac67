import type { Server } from 'node:http'

/** Node closes the connections that are idle at the moment: those that become so later must be looked for. */
const LOOK_MS = 20

/** While the servers close: ends connections as they fall idle, and past the deadline cuts off whoever is left. */
export async function drain(
  servers: readonly Server[],
  closed: Promise<unknown>,
  deadline: AbortSignal,
): Promise<void> {
  const look = (): void => {
    for (const server of servers) {
      if (deadline.aborted) server.closeAllConnections()
      else server.closeIdleConnections()
    }
  }
  const looking = setInterval(look, LOOK_MS)
  deadline.addEventListener('abort', look, { once: true })
  try {
    await closed
  } finally {
    clearInterval(looking)
    deadline.removeEventListener('abort', look)
  }
}
