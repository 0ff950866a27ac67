import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

/** The addresses of a name. Rejects where it has none, and where nobody has told within seconds: it always settles. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

export interface ResolveHostOptions {
  /** Addresses of name servers, with a port where it is not 53. Without them, those of the system. */
  readonly servers?: readonly string[] | null
  readonly hostsFile?: string
}

const QUERY_MS = 1_500
const TRIES = 2

/**
 * Asks the hosts file, then DNS. Not getaddrinfo: that holds a thread for as long as a name server takes, there are few
 * of those, and so one slow zone would hold up everybody else's names.
 */
export function makeResolveHost({ servers, hostsFile = '/etc/hosts' }: ResolveHostOptions = {}): ResolveHost {
  const resolver = new Resolver({ timeout: QUERY_MS, tries: TRIES })
  if (servers) resolver.setServers(servers)
  return async (host) => {
    const name = host.replace(/\.$/, '')
    // RFC 6761 §6.3: localhost is the loopback address, whatever a name server says.
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1']
    const listed = findInHosts(await readHosts(hostsFile), name)
    return listed.length > 0 ? listed : query(resolver, name)
  }
}

async function query(resolver: Resolver, name: string): Promise<string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length > 0) return found
  throw answers.find((answer) => answer.status === 'rejected')?.reason ?? new Error(`${name} has no address`)
}

async function readHosts(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

function findInHosts(hosts: string, name: string): string[] {
  return hosts.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    return isIP(address) !== 0 && names.includes(name) ? [address] : []
  })
}
