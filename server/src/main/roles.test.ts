import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_ROLES, parseRoles, ROLES, servicesOf } from './roles.ts'

const service = (name: string) => ({ name, start: async () => undefined, stop: async () => undefined })

test('a comma list names the roles, in any order and case', () => {
  assert.deepEqual(parseRoles('SMTP, webhooks'), new Set(['smtp', 'webhooks']))
  assert.deepEqual(parseRoles(ROLES.join(',')), ALL_ROLES)
})

test('nonsense is refused with the list of what there is', () => {
  for (const [text, part] of [
    ['smpt', 'smpt'],
    ['smtp,', ''],
    ['', ''],
    ['http sweeper', 'http sweeper'],
  ] as const) {
    assert.throws(() => parseRoles(text), {
      name: 'UsageError',
      message: new RegExp(
        `^--roles has "${part}", which is no role\\..*The roles are smtp, http, imap, webhooks, sweeper\\.$`,
      ),
    })
  }
})

test('a node has the services of its roles, and those that are no role', () => {
  const services = ['store', 'http', 'smtp', 'sweeper'].map(service)
  const names = servicesOf(new Set(['smtp'] as const), services).map(({ name }) => name)
  assert.deepEqual(names, ['store', 'smtp'])
})
