import { spawn } from 'node:child_process'
import type { Surroundings } from './surroundings.ts'

type Desk = Pick<Surroundings, 'env' | 'platform'>

/** Opens the page where there is a browser. False where there is none, so that the address is shown instead. */
export function openBrowser(desk: Desk, url: string): Promise<boolean> {
  const command = browserCommand(desk)
  // An address that a server gave: nothing but a web page is opened.
  if (command === null || !/^https?:\/\//.test(url)) return Promise.resolve(false)
  const [file, ...args] = command
  return new Promise((resolve) => {
    const child = spawn(file, [...args, url], { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

/** BROWSER, as other programs understand it; else what the system has. */
export function browserCommand({ env, platform }: Desk): readonly [string, ...string[]] | null {
  const chosen = env['BROWSER']
  if (chosen) return [chosen]
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : null
}
