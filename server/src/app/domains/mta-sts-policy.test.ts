import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policyHostOf } from './domain-service.ts'
import { policyId, policyText } from './mta-sts-policy.ts'
import { SERVICE } from './test-zone.ts'

test('a policy has the four fields, each on a line of its own (RFC 8461 §3.2)', () => {
  assert.equal(policyText(SERVICE), 'version: STSv1\r\nmode: testing\r\nmx: mx.mayfly.test\r\nmax_age: 86400\r\n')
  assert.match(policyText({ ...SERVICE, mtaStsMode: 'enforce' }), /mode: enforce\r\n.*\r\nmax_age: 604800\r\n$/)
})

test('the id is up to 32 letters and digits, the same while the policy is (RFC 8461 §3.1)', () => {
  assert.match(policyId(SERVICE), /^[0-9a-zA-Z]{1,32}$/)
  assert.equal(policyId(SERVICE), policyId({ ...SERVICE, policyHost: 'other.test' }))
  assert.notEqual(policyId(SERVICE), policyId({ ...SERVICE, mtaStsMode: 'enforce' }))
})

test('policies are fetched from a name by HTTPS, and from nothing else', () => {
  assert.equal(policyHostOf('https://App.Mayfly.dev/x'), 'app.mayfly.dev')
  for (const address of ['http://app.mayfly.dev', 'https://127.0.0.1:8025', 'https://[::1]', 'https://localhost', '']) {
    assert.equal(policyHostOf(address), null, address)
  }
})
