import { deliveryId, messageId } from '../../domain/ids.ts'
import type { Call } from './test-described.ts'
import { type Answer, INBOX, type Scene } from './test-mail.ts'
import { type PeopleSet, preparePeople } from './test-people-stage.ts'

/** What is changed about a request that would else be answered well. */
interface Wish {
  readonly key?: string | null
  readonly address?: string
  readonly domain?: string
  readonly query?: string
  readonly type?: string
  readonly body?: string
  readonly once?: string
  readonly tag?: string
  /** Null sends none. */
  readonly cookie?: string | null
  /** Null says nothing of where the request comes from. */
  readonly site?: string | null
}

export type Access = 'open' | 'key' | 'person'

export const DOMAIN = 'shop.test'
export const LETTER = 'From: bob@sender.test\r\nSubject: Hello\r\n\r\nGood day\r\n'

/** The scene of one operation, with something there to ask for. */
export class Stage {
  readonly scene: Scene
  readonly call: Call
  /** For calls that are about people. */
  people: PeopleSet | null = null
  #id = ''

  constructor(scene: Scene, call: Call) {
    this.scene = scene
    this.call = call
  }

  async prepare(): Promise<this> {
    const principal = await this.scene.mail.authenticate(this.scene.key)
    const { id } = await this.scene.mail.openInbox(principal, INBOX)
    if (this.call.path.includes('{domain}')) await this.scene.mail.domains.add(principal, DOMAIN)
    await this.scene.deliver()
    this.people = await preparePeople(this.scene, this.call.method, this.call.path)
    this.#id = this.people.id ?? (await this.#madeFor(this.call.path)) ?? messageId(id, 1)
    return this
  }

  /** Who may make this call. */
  get access(): Access {
    const { security } = this.call.operation
    if (security.length === 0) return 'open'
    return security.some((way) => 'apiKey' in way) ? 'key' : 'person'
  }

  /** The id of what the path asks for, where that is not a message. */
  async #madeFor(path: string): Promise<string | null> {
    if (path.includes('/keys/')) return (await this.scene.keyWith('read')).id
    if (!/(webhooks|deliveries)\/\{id\}/.test(path)) return null
    const { id } = await this.scene.addWebhook()
    if (path.includes('/webhooks/')) return id
    const seq = await this.scene.store.webhooks.ping(this.scene.accountId, id, '{}', this.scene.clock.now())
    return deliveryId(id, seq ?? 0)
  }

  ask(wish: Wish = {}, id = this.#id): Promise<Answer> {
    const { method, path, operation } = this.call
    const { domain = DOMAIN } = wish
    const samples: Record<string, string> = { address: encodeURIComponent(wish.address ?? INBOX), id, n: '0', domain }
    const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => samples[name] ?? name)
    const email = path === '/getMail' ? `email=${encodeURIComponent(wish.address ?? INBOX)}&` : ''
    const inbox = path === '/v1/events' && wish.address !== undefined ? `inbox=${wish.address}&` : ''
    const key = wish.key === undefined && this.access === 'key' ? this.scene.key : (wish.key ?? null)
    const ownCookie = this.access === 'person' && wish.key === undefined ? this.people?.cookie : null
    const cookie = wish.cookie === undefined ? ownCookie : wish.cookie
    const site = wish.site === undefined ? 'same-origin' : wish.site
    const own = Object.entries(this.people?.query ?? {}).filter(([name]) => !wish.query?.includes(`${name}=`))
    const asked = [...own.map((pair) => pair.join('=')), wish.query ?? ''].join('&')
    const isLetter = operation.requestBody?.content['message/rfc822'] !== undefined
    const headers = {
      ...(key !== null && { 'X-API-KEY': key }),
      ...(cookie && { Cookie: cookie }),
      ...(site !== null && { 'Sec-Fetch-Site': site }),
      ...(wish.tag !== undefined && { 'If-None-Match': wish.tag }),
      ...(wish.once !== undefined && { 'Idempotency-Key': wish.once }),
      ...(method !== 'GET' && { 'Content-Type': wish.type ?? (isLetter ? 'message/rfc822' : 'application/json') }),
    }
    const body = wish.body ?? (isLetter ? LETTER : this.#json(wish))
    return this.scene.fetch(`${filled}?${email}${inbox}${asked}`, {
      method,
      headers,
      ...(method !== 'GET' && { body }),
    })
  }

  #json({ address, domain = DOMAIN }: Wish): string {
    const { path, method } = this.call
    const body = this.people?.body ?? {}
    if (Object.keys(body).length > 0) {
      return JSON.stringify({ ...body, ...(address !== undefined && 'email' in body && { email: address }) })
    }
    if (path === '/v1/messages/{id}') return JSON.stringify({ seen: true })
    if (path === '/v1/keys') return JSON.stringify({ name: 'a key' })
    if (path === '/v1/domains') return JSON.stringify({ domain })
    if (path === '/v1/webhooks') return JSON.stringify({ url: 'https://example.com/hooks' })
    if (path.endsWith('/webhooks/{id}/redeliver')) return JSON.stringify({ since: '2026-01-01T00:00:00Z' })
    return path === '/v1/inboxes' && method === 'POST' ? JSON.stringify({ address: address ?? INBOX }) : '{}'
  }
}
