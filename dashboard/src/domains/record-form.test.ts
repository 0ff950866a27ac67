import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Domain, DomainRecord } from '../api/types.ts'
import { DNS_PROVIDERS, type DnsProvider } from './dns-providers.ts'
import { fillIn, recogniseProvider, zoneFile } from './record-form.ts'

const shared = { found: [], status: 'missing' as const, hint: null, optional: false }
const TXT: DomainRecord = {
  ...shared,
  purpose: 'ownership',
  type: 'TXT',
  host: '_mayfly.mail.example.com',
  value: 'mayfly-verify=abc',
  priority: null,
}
const MX: DomainRecord = {
  ...shared,
  purpose: 'mail',
  type: 'MX',
  host: 'example.com',
  value: 'mx.mayfly.test',
  priority: 10,
}

function provider(id: string): DnsProvider {
  const found = DNS_PROVIDERS.find((one) => one.id === id)
  assert.ok(found)
  return found
}

test('a provider is known by its name servers, and nobody else is taken for one', () => {
  const servers = {
    cloudflare: 'ada.ns.cloudflare.com',
    route53: 'ns-1536.awsdns-00.co.uk',
    azure: 'ns1-04.azure-dns.com',
    google: 'ns-cloud-a1.googledomains.com',
    hetzner: 'hydrogen.ns.hetzner.com',
    ionos: 'ns1045.ui-dns.org',
    ovh: 'dns19.ovh.net',
    other: 'ns1.example.com',
  }
  for (const [id, server] of Object.entries(servers)) assert.equal(recogniseProvider([server]).id, id)
  assert.equal(recogniseProvider([]).id, 'other')
  assert.equal(recogniseProvider(['notcloudflare.com', 'xawsdns.example']).id, 'other')
})

test('a name is typed in as the provider wants it', () => {
  assert.equal(fillIn(TXT, 'example.com', provider('cloudflare')).name, '_mayfly.mail')
  assert.equal(fillIn(TXT, 'mail.example.com', provider('cloudflare')).name, '_mayfly')
  assert.equal(fillIn(TXT, 'example.com', provider('other')).name, '_mayfly.mail.example.com')
  assert.equal(fillIn(MX, 'example.com', provider('cloudflare')).name, '@')
  assert.equal(fillIn(MX, 'example.com', provider('route53')).name, '')
  assert.equal(fillIn(MX, 'example.com', provider('other')).name, 'example.com')
})

test('so is a value', () => {
  assert.deepEqual(fillIn(MX, 'example.com', provider('cloudflare')), {
    name: '@',
    value: 'mx.mayfly.test',
    priority: '10',
  })
  assert.deepEqual(fillIn(MX, 'example.com', provider('google')), {
    name: '',
    value: '10 mx.mayfly.test.',
    priority: null,
  })
  assert.equal(fillIn(TXT, 'example.com', provider('route53')).value, '"mayfly-verify=abc"')
})

test('each provider is told apart, and says where to click', () => {
  assert.equal(new Set(DNS_PROVIDERS.map(({ id }) => id)).size, DNS_PROVIDERS.length)
  for (const { steps, nameServers, id } of DNS_PROVIDERS) {
    assert.ok(steps.length > 0)
    assert.equal(nameServers.length === 0, id === 'other')
  }
})

test('a zone file has whole names', () => {
  assert.equal(
    zoneFile({ records: [TXT, MX] } as unknown as Domain),
    '_mayfly.mail.example.com. 3600 IN TXT "mayfly-verify=abc"\nexample.com. 3600 IN MX 10 mx.mayfly.test.\n',
  )
})
