import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { type RunningServer, type ServerOptions, startServer } from '../test/support/running-server.ts'

const CHROMIUM = '/usr/bin/chromium'
export const skip = existsSync(CHROMIUM) ? false : `no ${CHROMIUM}`

export const PASSWORD = 'a quiet river at dawn'

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>

/** A real server and a real browser, gone with their scope. */
export class DashboardBench implements AsyncDisposable {
  readonly server: RunningServer
  readonly browser: Browser
  /** What a page should never say: an exception, or a breach of the content policy. */
  readonly troubles: string[] = []

  private constructor(server: RunningServer, browser: Browser) {
    this.server = server
    this.browser = browser
  }

  static async open(options: ServerOptions = {}): Promise<DashboardBench> {
    const server = await startServer(options)
    try {
      const args = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']
      return new DashboardBench(server, await chromium.launch({ executablePath: CHROMIUM, args }))
    } catch (error) {
      await server[Symbol.asyncDispose]()
      throw error
    }
  }

  /** A page in a browser profile of its own. */
  async visit(options: ContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({
      baseURL: this.server.httpUrl,
      viewport: { width: 1360, height: 850 },
      ...options,
    })
    context.setDefaultTimeout(15_000)
    const page = await context.newPage()
    page.on('pageerror', (error) => this.troubles.push(error.message))
    page.on('console', (message) => {
      // The browser notes every refusal of the server; those are the server's business.
      if (message.type() === 'error' && !/^Failed to load resource/.test(message.text()))
        this.troubles.push(message.text())
    })
    return page
  }

  /** A page of somebody with a new account. */
  async signUp(email: string, options: ContextOptions = {}): Promise<Page> {
    const page = await this.visit(options)
    await this.call(page, 'POST', '/v1/signup', { email, password: PASSWORD })
    return page
  }

  /** What the first start on an empty folder prints, once. */
  welcomeLink(): string {
    const path = /\/welcome#[\w=.-]+/.exec(this.server.log)?.[0]
    assert.ok(path, 'no link in the log')
    return path
  }

  /** With the cookie of the page, as its own script would. */
  async call(page: Page, method: string, path: string, data?: object): Promise<unknown> {
    const answer = await page.request.fetch(`${this.server.httpUrl}${path}`, {
      method,
      headers: { origin: this.server.httpUrl },
      ...(data && { data }),
    })
    assert.ok(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return answer.status() === 204 ? null : answer.json()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser.close()
    await this.server[Symbol.asyncDispose]()
  }
}

/** Without its session, as after a month. */
export async function loseSession(context: BrowserContext): Promise<void> {
  await context.clearCookies()
}
