import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { Folder } from '../test/support/folder.ts'
import { freePort } from '../test/support/free-port.ts'
import { collect, launch } from '../test/support/mayflyd-command.ts'
import { waitUntil } from '../test/support/wait-until.ts'

/** HAProxy before one port, which says whom it speaks for. */
export class Haproxy implements AsyncDisposable {
  readonly #folder = new Folder()
  readonly #child: ChildProcess
  readonly port: number

  private constructor(port: number, target: number, version: 'send-proxy' | 'send-proxy-v2') {
    this.port = port
    const file = this.#folder.join('haproxy.cfg')
    writeFileSync(
      file,
      `defaults
  mode tcp
  timeout connect 5s
  timeout client 60s
  timeout server 60s
listen mayfly
  bind 127.0.0.1:${port}
  server mayfly 127.0.0.1:${target} ${version}
`,
    )
    this.#child = launch('haproxy', ['-db', '-f', file], { PATH: `${process.env['PATH']}:/usr/sbin` })
    collect(this.#child.stdout)
    collect(this.#child.stderr)
  }

  static async start(target: number, version: 'send-proxy' | 'send-proxy-v2'): Promise<Haproxy> {
    const proxy = new Haproxy(await freePort(), target, version)
    await waitUntil('haproxy answers', async () => {
      const socket = connect(proxy.port, '127.0.0.1')
      const open = await once(socket, 'connect').then(
        () => true,
        () => null,
      )
      socket.destroy()
      return open
    })
    return proxy
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#child, 'close')
    this.#child.kill('SIGKILL')
    await closed
    this.#folder[Symbol.dispose]()
  }
}
