import { hash } from 'node:crypto'
import { createAccount } from '../../app/accounts.ts'
import { PasswordHasher } from '../../app/people/password-hasher.ts'
import { totpCode, totpStep } from '../../app/people/totp.ts'
import { newId } from '../../domain/ids.ts'
import type { AuditNote } from '../../domain/people-store.ts'
import { newToken, tokenHash } from '../../domain/token.ts'
import { ownerOf, personIn } from './routes/v1/people/test-people.ts'
import type { Scene } from './test-mail.ts'

const DAY = 86_400_000
export const NEWCOMER = 'new@people.test'
export const PASSWORD = 'correct horse battery'
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const CODE = '493817'

/** What a call for people needs to be answered well. */
export interface PeopleSet {
  /** Of the account that the call is about. */
  readonly accountId: string
  readonly key: string
  readonly cookie: string
  readonly userId: string
  readonly id: string | null
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

export function noteOf(scene: Scene): AuditNote {
  const actor = { userId: null, email: null, keyId: null, address: null }
  return { id: newId('aud'), at: scene.clock.now(), actor, action: 'test', target: null, detail: null }
}

let hashed: Promise<string> | null = null

/** Of PASSWORD, made once for all tests of a file. */
export function passwordHash(): Promise<string> {
  hashed ??= new PasswordHasher().hash(PASSWORD)
  return hashed
}

interface Backstage {
  readonly scene: Scene
  readonly method: string
  readonly accountId: string
  readonly userId: string
  readonly email: string
  readonly token: string
  readonly hash: Buffer
  readonly expiresAt: number
}

type Prepared = Partial<Pick<PeopleSet, 'id' | 'query' | 'body'>>

/** By path. What is not here needs nothing. */
const PREPARATIONS: Readonly<Record<string, (stage: Backstage) => Promise<Prepared>>> = {
  '/v1/signup': async () => ({ body: { email: NEWCOMER, password: PASSWORD } }),
  async '/v1/signup/confirm'({ scene, expiresAt }) {
    const codeHash = hash('sha256', `${NEWCOMER} ${CODE}`, 'buffer')
    await scene.store.people.keepSignUp({ email: NEWCOMER, codeHash, password: await passwordHash(), expiresAt })
    return { body: { email: NEWCOMER, code: CODE } }
  },
  async '/v1/session'({ scene, method, userId, email }) {
    if (method !== 'POST') return {}
    await scene.store.people.setPassword(userId, await passwordHash(), null, noteOf(scene))
    return { body: { email, password: PASSWORD } }
  },
  async '/v1/session/link'({ scene, userId, token, hash, expiresAt }) {
    await scene.store.people.createLink({ hash, kind: 'sign_in', userId, expiresAt })
    return { body: { token } }
  },
  '/v1/password': async () => ({ body: { new_password: PASSWORD } }),
  '/v1/password/forgot': async ({ email }) => ({ body: { email } }),
  async '/v1/password/reset'({ scene, userId, token, hash, expiresAt }) {
    await scene.store.people.createLink({ hash, kind: 'reset', userId, expiresAt })
    return { body: { token, new_password: PASSWORD } }
  },
  async '/v1/totp/confirm'({ scene, userId }) {
    await scene.store.people.proposeTotp(userId, SECRET)
    return { body: { code: totpCode(SECRET, totpStep(scene.clock.now())) } }
  },
  '/v1/sessions/{id}': async ({ scene, userId }) => ({ id: (await scene.store.people.sessions(userId))[0]?.id ?? '' }),
  '/v1/members/{id}': async ({ scene, accountId }) => ({
    id: (await personIn(scene, accountId, 'member')).userId,
    body: { role: 'member' },
  }),
  '/v1/invites': async () => ({ body: { role: 'member', email: NEWCOMER } }),
  '/v1/invites/{id}': prepareInvite,
  '/v1/invites/accept': prepareInvite,
  '/v1/devices/{id}': async ({ scene, userId }) => ({ id: await makeDevice(scene, userId) }),
  '/v1/device': async ({ scene }) => ({ query: { user_code: (await askForDevice(scene)).userCode } }),
  '/v1/device/approve': async ({ scene }) => ({
    body: { user_code: (await askForDevice(scene)).userCode, approve: true },
  }),
  '/v1/device/token': async ({ token }) => ({
    body: { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: token },
  }),
  '/v1/account': async ({ accountId }) => ({ body: { confirm: accountId } }),
  '/v1/operator/accounts/{id}': async ({ scene }) => ({
    id: (await scene.account()).accountId,
    body: { plan: 'plus' },
  }),
}

async function prepareInvite({ scene, method, accountId, token, hash, expiresAt }: Backstage): Promise<Prepared> {
  const dates = { createdAt: scene.clock.now(), expiresAt }
  const invite = { id: newId('inv'), accountId, role: 'member', email: null, ...dates } as const
  await scene.store.people.createInvite(invite, hash, 100, noteOf(scene))
  if (method === 'GET') return { query: { token } }
  return { id: invite.id, body: { token, email: NEWCOMER, password: PASSWORD } }
}

export async function preparePeople(scene: Scene, method: string, path: string): Promise<PeopleSet> {
  // The operator's own account cannot be deleted, any other can.
  const { accountId, key } = path === '/v1/account' && method === 'DELETE' ? await scene.account() : scene
  const [owner] = await scene.store.people.members(accountId)
  const { id: userId = '', email = '' } = owner ?? {}
  const { cookie } = await ownerOf(scene, accountId)
  const token = newToken()
  const expiresAt = scene.clock.now() + DAY
  const backstage = { scene, method, accountId, userId, email, token, hash: tokenHash(token) as Buffer, expiresAt }
  const prepared = await PREPARATIONS[path]?.(backstage)
  return { accountId, key, cookie, userId, id: null, query: {}, body: {}, ...prepared }
}

/** The second factor of this user is on. */
export async function turnTotpOn(scene: Scene, userId: string): Promise<void> {
  await scene.store.people.proposeTotp(userId, SECRET)
  await scene.store.people.confirmTotp(userId, 1, [], noteOf(scene))
}

/** Somebody else has the newcomer's address already. */
export async function takeAddress(scene: Scene): Promise<void> {
  await createAccount(scene.store, scene.clock.now(), { email: NEWCOMER, plan: 'free' })
}

function askForDevice(scene: Scene): Promise<{ userCode: string; deviceCode: string }> {
  return scene.mail.people.askForDevice({ host: 'box', system: 'Linux', address: '192.0.2.1' })
}

async function makeDevice(scene: Scene, userId: string): Promise<string> {
  const { userCode, deviceCode } = await askForDevice(scene)
  await scene.store.people.decideGrant(userCode, userId, scene.clock.now())
  await scene.mail.people.pollDevice(deviceCode)
  const [device] = await scene.store.people.devices(scene.accountId)
  return device?.id ?? ''
}
