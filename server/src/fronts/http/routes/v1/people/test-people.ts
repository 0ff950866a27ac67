import assert from 'node:assert/strict'
import type { Role } from '../../../../../domain/account.ts'
import { newId } from '../../../../../domain/ids.ts'
import { newToken, tokenHash } from '../../../../../domain/token.ts'
import type { Answer, Scene } from '../../../test-mail.ts'

export const PASSWORD = 'correct horse battery'

/** Keeps its cookie and says where its requests come from, as a browser does. */
export class Browser {
  readonly #scene: Scene
  readonly #site: Readonly<Record<string, string>>
  cookie: string

  constructor(scene: Scene, cookie = '', site: Readonly<Record<string, string>> = { 'Sec-Fetch-Site': 'same-origin' }) {
    this.#scene = scene
    this.cookie = cookie
    this.#site = site
  }

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const headers: Record<string, string> = { ...this.#site }
    if (this.cookie !== '') headers['Cookie'] = this.cookie
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    const answer = await this.#scene.fetch(`/v1${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const set = answer.headers.get('set-cookie')
    if (set !== null) this.cookie = set.split(';', 1)[0] ?? ''
    return answer
  }

  /** For what must go well. */
  async do(method: string, path: string, body?: unknown): Promise<Answer['json']> {
    const answer = await this.call(method, path, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    return answer.json
  }

  signIn(email: string, more: object = {}, password = PASSWORD): Promise<Answer> {
    return this.call('POST', '/session', { email, password, ...more })
  }
}

/** Somebody with an account of their own. */
export async function signUp(scene: Scene, email: string): Promise<Browser> {
  const browser = new Browser(scene)
  await browser.do('POST', '/signup', { email, password: PASSWORD })
  return browser
}

/** Signed in to an account that is there already, as somebody new with this role. */
export async function personIn(scene: Scene, accountId: string, role: Role): Promise<Browser & { userId: string }> {
  const { people } = scene.store
  const at = scene.clock.now()
  const userId = newId('usr')
  const note = { id: newId('aud'), at, action: 'test', target: null, detail: null } as const
  const actor = { userId: null, email: null, keyId: null, address: null }
  const hash = tokenHash(newToken()) as Buffer
  const dates = { createdAt: at, expiresAt: at + 1_000 }
  await people.createInvite({ id: newId('inv'), accountId, role, email: null, ...dates }, hash, 1_000, {
    ...note,
    actor,
  })
  const user = { id: userId, accountId, email: `${userId}@people.test`, role, createdAt: at }
  await people.acceptInvite(hash, user, 1_000, { ...note, id: newId('aud'), actor })
  return Object.assign(await enter(scene, userId), { userId })
}

/** A session without the work of a password. */
export async function enter(scene: Scene, userId: string): Promise<Browser> {
  const at = scene.clock.now()
  const token = newToken()
  const times = { createdAt: at, lastSeenAt: at, expiresAt: at + 86_400_000 }
  const session = { id: newId('ses'), userId, ...times, address: '192.0.2.1', userAgent: 'test' }
  await scene.store.people.createSession(session, tokenHash(token) as Buffer)
  return new Browser(scene, `mayfly_session=${token}`)
}

export async function ownerOf(scene: Scene, accountId = scene.accountId): Promise<Browser> {
  const [owner] = await scene.store.people.members(accountId)
  assert.ok(owner)
  return enter(scene, owner.id)
}

export async function ownerEmail(scene: Scene): Promise<string> {
  const [account] = await scene.store.accounts(null, 1)
  return account?.email ?? ''
}
