import type { Mayfly } from './client.ts'

interface Device {
  readonly id: string
  readonly host: string
  readonly last4: string
  readonly created_at: string
}

/** How much of a machine's name the service keeps. */
const MAX_HOST = 100

/**
 * Revokes the token that the client comes with. The list of devices shows only the end of each token, so this one is
 * the newest of this machine with that end. False where there is none.
 */
export async function revokeDevice(mayfly: Mayfly, token: string, host: string): Promise<boolean> {
  const { data } = (await mayfly.request({ method: 'GET', path: '/v1/devices' })) as {
    readonly data: readonly Device[]
  }
  const own = data.filter((device) => device.last4 === token.slice(-4) && device.host === host.slice(0, MAX_HOST))
  const [newest] = own.sort((a, b) => b.created_at.localeCompare(a.created_at))
  if (newest === undefined) return false
  await mayfly.request({ method: 'DELETE', path: `/v1/devices/${encodeURIComponent(newest.id)}` })
  return true
}
