import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { HOSTILE_MAILS } from '../src/protocols/safe-html/hostile-mails.fixture.ts'
import { makeSafeHtml } from '../src/protocols/safe-html/make-safe-html.ts'
import { ORDINARY_MAILS } from '../src/protocols/safe-html/ordinary-mails.fixture.ts'
import { safeHtmlHeaders } from '../src/protocols/safe-html/safe-html-headers.ts'

export const CHROMIUM = '/usr/bin/chromium'

/** raw: as the sender wrote it, to show that it would do harm. bare: cleaned, but without one protecting header or tag. */
export type Mode = 'raw' | 'bare' | 'full' | 'remote'

/** What mails did that were shown. */
export interface Sight {
  /** Scripts, dialogs, windows, frames, and changes to the page around. */
  readonly harm: readonly string[]
  /** Requests for anything but the mails, as the browser tells and as the server saw them. */
  readonly requests: readonly string[]
}

export interface MailViewer {
  readonly origin: string
  readonly browser: Browser
  show(ids: readonly string[], mode: Mode): Promise<Sight>
  close(): Promise<void>
}

const MAILS = new Map([...HOSTILE_MAILS, ...ORDINARY_MAILS].map(({ id, html }) => [id, html]))
const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function answer(path: string): { headers: Readonly<Record<string, string>>; body: string | Buffer } {
  const [, kind = '', mode = '', ids = ''] = path.split('/')
  const html = kind === 'page' ? pageAround(mode, ids) : MAILS.get(ids)
  const headers = { 'Content-Type': 'text/html; charset=utf-8' }
  if (kind === 'part') return { headers: { 'Content-Type': 'image/png' }, body: ONE_PIXEL }
  if (html === undefined) return { headers: { 'Content-Type': 'text/plain' }, body: '' }
  if (kind === 'page' || mode === 'raw') return { headers, body: html }
  const options = { remote: mode === 'remote', cid: () => '/part/0' }
  const body = makeSafeHtml(html, options)
  if (mode !== 'bare') return { headers: safeHtmlHeaders(options), body }
  return { headers, body: body.replaceAll(/<meta (?:http-equiv|name)[^>]*>/g, '') }
}

function pageAround(mode: string, ids: string): string {
  const frames = ids.split(',').map((id) => `<iframe src="/mail/${mode}/${id}" width=220 height=120></iframe>`)
  return `<!DOCTYPE html><title>Mayfly</title><link rel="icon" href="data:,"><script>pwned=0</script>${frames.join('')}`
}

/** A browser, and a server that it also takes for elsewhere.test. */
export async function openMailViewer(): Promise<MailViewer> {
  let seen: string[] = []
  const server = createServer((request, response) => {
    const { headers, body } = answer(request.url ?? '')
    seen.push(`http://${request.headers.host}${request.url}`)
    response.writeHead(200, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const browser = await launchChromium(port)
  return {
    origin,
    browser,
    async show(ids, mode) {
      seen = []
      const context = await browser.newContext({ viewport: { width: 1200, height: 800 } })
      const { harm, requests } = await watch(context, origin, ids, mode)
      await context.close()
      const own = new Set([`${origin}/page/${mode}/${ids}`, ...ids.map((id) => `${origin}/mail/${mode}/${id}`)])
      const foreign = new Set([...requests, ...seen]).difference(own)
      return { harm, requests: [...foreign].filter((url) => !url.startsWith('data:')).sort() }
    },
    async close() {
      await browser.close()
      server.close()
    },
  }
}

function launchChromium(port: number): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      ...'--headless --no-sandbox --disable-gpu --disable-quic --no-first-run'.split(' '),
      ...'--disable-background-networking --disable-component-update --disable-sync'.split(' '),
      `--host-resolver-rules=MAP elsewhere.test:80 127.0.0.1:${port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
    ],
  })
}

/** Shows mails, each in a frame, and touches them as a reader would. */
async function watch(context: BrowserContext, origin: string, ids: readonly string[], mode: Mode) {
  const page = await context.newPage()
  const harm: string[] = []
  const requests: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('pwned')) harm.push(`a script ran: ${message.location().url}`)
  })
  page.on('dialog', (dialog) => {
    harm.push('a dialog')
    void dialog.dismiss()
  })
  context.on('page', () => harm.push('a window'))
  context.on('request', (request) => {
    requests.push(request.url())
  })
  const address = `${origin}/page/${mode}/${ids}`
  await page.goto(address)
  await touch(page, ids.length)
  const around = await page
    .evaluate('[location.href, document.title, document.querySelectorAll("*").length, String(pwned)].join()')
    .catch(() => 'gone')
  if (around !== `${address},Mayfly,${6 + ids.length},0`) harm.push(`the page around: ${around}`)
  const frames = page.frames().map((frame) => frame.url().slice(origin.length))
  const expected = [`/page/${mode}/${ids}`, ...ids.map((id) => `/mail/${mode}/${id}`)]
  if (frames.join() !== expected.join()) harm.push(`frames: ${frames}`)
  return { harm, requests }
}

async function touch(page: Page, frames: number): Promise<void> {
  for (let at = 0; at < frames; at++) {
    await page.mouse.move(60 + 224 * (at % 5), 60 + 128 * Math.floor(at / 5))
    if (at % 4 === 0) await page.keyboard.press('Tab')
  }
  await new Promise((resolve) => setTimeout(resolve, 100))
}
