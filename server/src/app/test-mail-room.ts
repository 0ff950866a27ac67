import { newKeyText } from '../domain/api-key.ts'
import type { DnsLookup } from '../domain/dns-lookup.ts'
import { DEFAULT_PLANS, type PlanName, type PlanTable } from '../domain/plan.ts'
import type { MailAuthenticator, Store } from '../domain/ports.ts'
import { ResolverLookup } from '../drivers/dns/resolver-lookup.ts'
import { MemoryLimiter } from '../drivers/memory/limiter.ts'
import { MemorySeats } from '../drivers/memory/seats.ts'
import { openMemoryStore } from '../drivers/memory/store.ts'
import { MemoryWakeup } from '../drivers/memory/wakeup.ts'
import { describeStructure } from '../main/describe-structure.ts'
import { renderMail } from '../main/render-mail.ts'
import { glance } from '../protocols/mail-auth/glance.ts'
import { summariseHeaders } from '../protocols/mime/header-summary.ts'
import { DEFAULT_PARSE_LIMITS } from '../protocols/mime/parse-limits.ts'

import { readAttachment } from '../protocols/mime/read-attachment.ts'
import { makeSafeHtml } from '../protocols/safe-html/make-safe-html.ts'
import { createAccount } from './accounts.ts'
import type { Deps, PeoplePolicy } from './deps.ts'
import { Mail } from './mail.ts'
import type { KeyPrincipal } from './owners.ts'

export interface RoomOptions {
  readonly plans?: Partial<PlanTable>
  readonly unclaimedTtlMs?: number
  readonly wrap?: (store: Store) => Store
  readonly people?: Partial<PeoplePolicy>
  readonly authenticator?: MailAuthenticator
  readonly dns?: DnsLookup
  readonly across?: Across
}

/** What the nodes of one service have in common beside the store. */
type Across = Pick<Deps, 'wakeup' | 'limiter' | 'seats'>

function inProcess(): Across {
  return { wakeup: new MemoryWakeup(), limiter: new MemoryLimiter(), seats: new MemorySeats() }
}

/** A name server where none is: it says so at once. */
export const NOBODY_THERE = '127.0.0.1:1'

/** A whole Mail on the memory store, with a clock that the test moves. */
export class MailRoom {
  readonly store: Store
  readonly mail: Mail
  readonly failures: unknown[] = []
  now = Date.UTC(2026, 0, 1)
  parses = 0
  readonly #options: RoomOptions

  constructor(options: RoomOptions = {}) {
    const store = openMemoryStore({ maxBytes: 1024 ** 3, maxPerAddress: 50 })
    this.#options = options
    this.store = options.wrap?.(store) ?? store
    this.mail = this.anotherNode(options.across)
  }

  /** Another Mail on the same store, as another process would have it. */
  anotherNode(across = inProcess()): Mail {
    const options = this.#options
    return new Mail({
      store: this.store,
      ...across,
      clock: { now: () => this.now },
      mime: {
        summarise: summariseHeaders,
        prepare: () => undefined,
        parse: (raw) => {
          this.parses++
          return renderMail(raw, DEFAULT_PARSE_LIMITS)
        },
        structure: async (raw) => describeStructure(raw),
        attachment: async (raw, index) => readAttachment(raw, index, DEFAULT_PARSE_LIMITS) ?? null,
        safeHtml: async (_raw, { html }, remote) => makeSafeHtml(html, { cid: () => null, remote }),
      },
      authenticator: options.authenticator ?? {
        glance: (origin, { headers }) => glance(origin, headers, false),
        check: async () => null,
      },
      dns: options.dns ?? new ResolverLookup({ servers: [NOBODY_THERE], authoritative: null }),
      policy: {
        plans: { ...DEFAULT_PLANS, ...options.plans },
        domains: { names: ['mayfly.test'], every: false },
        unclaimedTtlMs: options.unclaimedTtlMs ?? 3_600_000,
        webhooks: {
          checkUrl: () => null,
          timeoutMs: 15_000,
          retry: { scheduleMs: [60_000, 300_000, 1_800_000, 21_600_000], jitter: () => 0 },
        },
        customDomains: { mxHost: 'mx.mayfly.test', hosts: ['mayfly.test'], mtaStsMode: 'testing' },
      },
      people: {
        signUp: 'open',
        defaultPlan: 'free',
        outbound: null,
        baseUrl: () => 'http://mayfly.test',
        smtp: () => ({ host: 'mayfly.test', port: 25 }),
        imap: () => ({ host: 'mayfly.test', port: 143, tls_port: 993 }),
        ...options.people,
      },
      onBackgroundError: (error) => this.failures.push(error),
    })
  }

  async account(plan: PlanName = 'free'): Promise<KeyPrincipal & { readonly keyText: string }> {
    const keyText = newKeyText()
    await createAccount(this.store, this.now, { email: `${keyText}@owner.test`, plan, keyText })
    return { ...(await this.mail.authenticate(keyText)), keyText }
  }

  async send(to: string | readonly string[], source: string): Promise<void> {
    const recipients = await Promise.all([to].flat().map((address) => this.mail.acceptRecipient(address, null)))
    const raw = Buffer.from(source.replaceAll('\n', '\r\n'))
    await this.mail.deliver({
      envelopeFrom: 'bounce@sender.test',
      recipients,
      receivedAt: this.now,
      raw,
      head: raw,
      sizeBytes: raw.byteLength,
      tls: null,
      peer: null,
    })
  }
}
