/** How a provider of name servers wants a record to be typed in. */
export interface DnsProvider {
  readonly id: string
  readonly label: string
  /** Ends of the names of its name servers: how it is recognised. */
  readonly nameServers: readonly string[]
  /** Where to click. */
  readonly steps: readonly string[]
  /** What stands for the zone itself in the field for the name; the zone's whole name where null. */
  readonly apex: string | null
  /** Names below the zone: without the zone's own name at their end, or whole. */
  readonly names: 'relative' | 'whole'
  /** Where the priority of an MX goes: into a field of its own, or before the value. */
  readonly priority: 'field' | 'value'
  /** Whether the name of another host must end in a dot. */
  readonly dot: boolean
  /** Whether a text stands between quotes. */
  readonly quotes: boolean
  /** What people trip over there. */
  readonly note: string | null
}

const usual = {
  apex: '@',
  names: 'relative',
  priority: 'field',
  dot: false,
  quotes: false,
  note: null,
} as const

export const OTHER: DnsProvider = {
  ...usual,
  id: 'other',
  label: 'Another provider',
  nameServers: [],
  steps: ['Sign in where the domain’s DNS is kept, and open its list of records.', 'Add each record below.'],
  names: 'whole',
  apex: null,
  note: 'Many providers add the domain to the name by themselves. If the name is shown doubled afterwards, leave the domain out.',
}

/** In the order in which they are offered. */
export const DNS_PROVIDERS: readonly DnsProvider[] = [
  {
    ...usual,
    id: 'cloudflare',
    label: 'Cloudflare',
    nameServers: ['.ns.cloudflare.com'],
    steps: ['Open the dashboard and choose the domain.', 'Go to DNS → Records.', 'Press “Add record” for each one.'],
    note: 'A CNAME must be “DNS only” (grey cloud): a proxied record hides where it leads.',
  },
  {
    ...usual,
    id: 'route53',
    label: 'Amazon Route 53',
    nameServers: ['.awsdns'],
    steps: ['Open Route 53 → Hosted zones, and choose the domain.', 'Press “Create record” for each one.'],
    apex: '',
    priority: 'value',
    quotes: true,
  },
  {
    ...usual,
    id: 'azure',
    label: 'Azure DNS',
    nameServers: ['.azure-dns.com', '.azure-dns.net', '.azure-dns.org', '.azure-dns.info'],
    steps: ['Open the DNS zone in the Azure portal.', 'Go to Recordsets, and press “Add” for each one.'],
  },
  {
    ...usual,
    id: 'digitalocean',
    label: 'DigitalOcean',
    nameServers: ['.digitalocean.com'],
    steps: ['Go to Networking → Domains, and choose the domain.', 'Choose the type of record, and fill in the row.'],
  },
  {
    ...usual,
    id: 'gandi',
    label: 'Gandi',
    nameServers: ['.gandi.net'],
    steps: ['Choose the domain, and open “DNS Records”.', 'Press “Add record” for each one.'],
    dot: true,
  },
  {
    ...usual,
    id: 'godaddy',
    label: 'GoDaddy',
    nameServers: ['.domaincontrol.com'],
    steps: [
      'Open your domain portfolio and choose the domain.',
      'Open “DNS”, and press “Add New Record” for each one.',
    ],
  },
  {
    ...usual,
    id: 'google',
    label: 'Google Cloud DNS',
    nameServers: ['.googledomains.com'],
    steps: ['Open Cloud DNS and choose the zone.', 'Press “Add standard”, and fill in one record at a time.'],
    apex: '',
    priority: 'value',
    dot: true,
    quotes: true,
  },
  {
    ...usual,
    id: 'hetzner',
    label: 'Hetzner',
    nameServers: ['.ns.hetzner.com', '.ns.hetzner.de', '.first-ns.de', '.second-ns.de', '.second-ns.com'],
    steps: ['Open the DNS page of your project, and choose the zone.', 'Add each record there.'],
    dot: true,
  },
  {
    ...usual,
    id: 'ionos',
    label: 'IONOS',
    nameServers: ['.ui-dns.com', '.ui-dns.org', '.ui-dns.de', '.ui-dns.biz'],
    steps: ['Go to “Domains & SSL”, and open the DNS settings of the domain.', 'Press “Add record” for each one.'],
  },
  {
    ...usual,
    id: 'namecheap',
    label: 'Namecheap',
    nameServers: ['.registrar-servers.com'],
    steps: ['Go to Domain List → Manage → Advanced DNS.', 'Press “Add new record” for TXT and CNAME.'],
    note: 'MX records stand under “Mail settings”: choose “Custom MX” there first.',
  },
  {
    ...usual,
    id: 'ovh',
    label: 'OVHcloud',
    nameServers: ['.ovh.net', '.ovh.ca', '.anycast.me'],
    steps: [
      'Go to Web Cloud → Domain names, and choose the domain.',
      'Open “DNS zone”, and press “Add an entry” for each one.',
    ],
    apex: '',
    dot: true,
  },
  {
    ...usual,
    id: 'porkbun',
    label: 'Porkbun',
    nameServers: ['.ns.porkbun.com', '.porkbun.com'],
    steps: [
      'Go to Domain Management, and press “DNS” beside the domain.',
      'Fill in the form for each record, and press “Add”.',
    ],
    apex: '',
  },
  OTHER,
]
