import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Hands on whatever comes, with the key: for programs that cannot be told to send one. */
export async function startKeyProxy(target: string, key: string): Promise<{ url: string } & AsyncDisposable> {
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, answer) => {
    const { method, url: path, headers } = incoming
    const own = method !== undefined && path !== undefined ? { method, path } : {}
    const outgoing = request({ hostname, port, ...own, headers: { ...headers, 'x-api-key': key } }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    answer.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
