import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DomainError } from '../../domain/domain-error.ts'
import { readDomain, requireAllowed } from './allowed-domain.ts'

const OWN = { domains: { names: ['mayfly.test', 'in.mail.dev'], every: false }, hosts: ['mx.host.dev', 'app.host.dev'] }

function codeOf(text: string): string {
  try {
    requireAllowed(readDomain(text), OWN)
    return 'allowed'
  } catch (error) {
    assert.ok(error instanceof DomainError, String(error))
    if (error.code === 'invalid_request') assert.equal(error.faults[0]?.pointer, '/domain')
    return error.code
  }
}

test('a domain is read in any script and case', () => {
  const read: [string, string][] = [
    ['Shop.TEST', 'shop.test'],
    [' shop.test. ', 'shop.test'],
    ['bücher.de', 'xn--bcher-kva.de'],
    ['ドメイン.test', 'xn--eckwd4c7c.test'],
  ]
  for (const [text, name] of read) assert.equal(readDomain(text), name)
})

test('what is no domain is an invalid request, with a pointer', () => {
  const none = [
    '',
    ' ',
    '*',
    '*.shop.test',
    'a b.test',
    'a..test',
    '-a.test',
    'a@shop.test',
    'http://shop.test',
    'shop.1',
    'x_y.test',
  ]
  for (const text of [...none, `${'a.'.repeat(121)}test`, `${'a'.repeat(64)}.test`]) {
    assert.equal(codeOf(text), 'invalid_request', text)
  }
})

test('public suffixes, reserved names, addresses and our own names are refused', () => {
  const refused = [
    'com',
    'co.uk',
    'github.io',
    'foo',
    'test',
    'localhost',
    'a.localhost',
    'printer.local',
    'x.onion',
    'a.example',
  ]
  const own = ['mayfly.test', 'a.mayfly.test', 'in.mail.dev', 'mx.host.dev', 'x.app.host.dev']
  for (const text of [
    ...refused,
    ...own,
    'example.com',
    '127.0.0.1',
    '[::1]',
    '::1',
    '[IPv6:::1]',
    '4.3.in-addr.arpa',
  ]) {
    assert.equal(codeOf(text), 'domain_not_allowed', text)
  }
})

test('what somebody can have is allowed', () => {
  for (const text of [
    'shop.test',
    'a.b.shop.test',
    'example.co.uk',
    'me.github.io',
    'mail.dev',
    'host.dev',
    'notmayfly.test',
  ]) {
    assert.equal(codeOf(text), 'allowed', text)
  }
})

test('where every domain is served already, none is to be added', () => {
  const every = { ...OWN, domains: { names: [], every: true } }
  assert.throws(() => requireAllowed('shop.test', every), /every domain already/)
})

test('whatever is sent, it is a name or a refusal', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.domain(), fc.ipV4(), fc.ipV6(), fc.webUrl())
  fc.assert(
    fc.property(text, (sent) => {
      assert.ok(['allowed', 'invalid_request', 'domain_not_allowed'].includes(codeOf(sent)))
    }),
  )
})
