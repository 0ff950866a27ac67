import type { PeoplePolicy } from '../app/deps.ts'
import { Mail } from '../app/mail.ts'
import type { MailAuthenticator, MimeReader, Store } from '../domain/ports.ts'
import { ResolverLookup } from '../drivers/dns/resolver-lookup.ts'
import { checkUrl } from '../fronts/webhooks/check-url.ts'
import { isPublicAddress } from '../lib/net/public-address.ts'
import type { Log } from './log.ts'
import type { Across } from './open-across.ts'
import { sampleDomain } from './owner-email.ts'
import type { Settings } from './settings.ts'
import { webhookRules } from './webhook-rules.ts'

interface Readers {
  readonly mime: MimeReader
  readonly authenticator: MailAuthenticator
}

export function createMail(
  settings: Settings,
  store: Store,
  { wakeup, limiter, seats }: Across,
  readers: Readers,
  log: Log,
  people: PeoplePolicy,
): Mail {
  return new Mail({
    store,
    wakeup,
    limiter,
    seats,
    clock: { now: Date.now },
    ...readers,
    dns: createDnsLookup(settings),
    policy: {
      plans: settings.plans,
      domains: settings.domains,
      unclaimedTtlMs: settings.unclaimedTtlMs,
      webhooks: {
        checkUrl: (url) => checkUrl(url, webhookRules(settings)),
        timeoutMs: settings.webhookTimeoutMs,
        retry: { scheduleMs: settings.webhookScheduleMs, jitter: Math.random },
      },
      customDomains: { mxHost: settings.mxHost, hosts: [settings.smtpHostname], mtaStsMode: settings.mtaStsMode },
    },
    people,
    onBackgroundError: (err, task) => log.error({ err, task }, 'a background task failed'),
  })
}

/** Whoever names servers of his own has zones of his own, which nobody else knows. */
function createDnsLookup({ dnsServers: servers }: Settings): ResolverLookup {
  return new ResolverLookup({ servers, authoritative: servers === null ? { allows: isPublicAddress, port: 53 } : null })
}

export async function peoplePolicy(settings: Settings): Promise<Omit<PeoplePolicy, 'baseUrl' | 'smtp' | 'imap'>> {
  const { signUp, defaultPlan, outboundSmtpUrl, outboundFrom, domains } = settings
  const from = outboundFrom ?? `mayfly@${sampleDomain(domains)}`
  if (outboundSmtpUrl === null) return { signUp, defaultPlan, outbound: null }
  // Loaded only where it is needed, so that the others start quickly.
  const { SmtpOutbound } = await import('../drivers/outbound/smtp-outbound.ts')
  return { signUp, defaultPlan, outbound: new SmtpOutbound(outboundSmtpUrl, from) }
}
