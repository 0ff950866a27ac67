import { makeOwner } from '../app/first-start.ts'
import { startAll, stopAll } from '../lib/lifecycle.ts'
import { watchForCrash } from './crash.ts'
import { createOutput, type Log, type Output } from './log.ts'
import { ownerEmail, sampleDomain } from './owner-email.ts'
import { ALL_ROLES, type Roles } from './roles.ts'
import type { Settings } from './settings.ts'
import type { StopSignal } from './signals.ts'
import { firstWelcome, laterWelcome, rolesWelcome } from './welcome.ts'
import { type Server, wireServer } from './wiring.ts'

/** What is still under way this long after the deadline will never end by itself. */
const GRACE_MS = 2_000

/** Runs until it is asked to stop. Gives the exit code. */
export async function runServer(settings: Settings, roles: Roles, stopRequested: Promise<StopSignal>): Promise<number> {
  const output = await createOutput(settings)
  process.once('exit', output.flush)
  const crashed = watchForCrash(process, output.log)
  const server = await wireServer(settings, roles, output.log)
  await startAll(server.services)
  await announce(server, settings, roles, output)
  const reason = await Promise.race([stopRequested, crashed])
  output.log.info({ reason }, 'stopping')
  const clean = await stopServer(server, settings.shutdownTimeoutMs, output.log)
  return clean && reason !== 'crash' ? 0 : 1
}

async function announce(server: Server, settings: Settings, roles: Roles, { log, print }: Output): Promise<void> {
  const place = {
    httpUrl: server.httpUrl(),
    smtpAddress: server.smtpAddress(),
    imapAddress: server.imapAddress(),
    baseUrl: server.publicUrl(),
    domain: sampleDomain(settings.domains),
  }
  // Made when everything runs: a key that nobody gets to see would be lost for good.
  // And only where it can be used: the sign-in link leads to the dashboard.
  const secrets = roles.has('http') ? await makeOwner(server.store, Date.now(), ownerEmail(settings.domains)) : null
  if (secrets !== null) print(firstWelcome(place, secrets))
  else print(roles.size === ALL_ROLES.size ? laterWelcome(place) : rolesWelcome([...roles]))
  const start_ms = Math.round(performance.now())
  log.info({ ...server.addresses(), start_ms }, 'ready')
}

async function stopServer({ services }: Server, timeoutMs: number, log: Log): Promise<boolean> {
  setTimeout(() => {
    log.error('the stop took too long, and is cut short')
    process.exit(1)
  }, timeoutMs + GRACE_MS).unref()
  try {
    await stopAll(services, AbortSignal.timeout(timeoutMs))
    log.info('stopped')
    return true
  } catch (err) {
    log.error({ err }, 'not everything stopped cleanly')
    return false
  }
}
