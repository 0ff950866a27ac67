import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MayflyUser } from './support/mayfly-command.ts'
import { startServer } from './support/running-server.ts'
import { ZoneServer } from './support/zone-server.ts'

test('domain add, check, list, rm', async () => {
  await using zones = await ZoneServer.start({ 'shop.test': [], 'set.test': [] })
  const env = { MAYFLY_MX_HOST: 'mx.mayfly.test', MAYFLY_DNS_SERVERS: zones.address }
  await using server = await startServer({ env })
  using user = new MayflyUser(server)

  assert.match((await user.run(['domain', 'list'])).stderr, /^No domain yet\. Add one: mayfly domain add DOMAIN\n$/)
  const added = await user.run(['domain', 'add', 'shop.test'])
  assert.equal(added.code, 0, added.stderr)
  assert.match(added.stdout, /^shop\.test is pending\.\n\nSTATUS +TYPE +HOST +PRIORITY +VALUE\n/)
  assert.match(added.stdout, /^missing +TXT +_mayfly\.shop\.test +mayfly-verify=\S+$/m)
  assert.match(added.stdout, /^missing +MX +shop\.test +10 +mx\.mayfly\.test$/m)
  assert.match(added.stderr, /^When they are set: mayfly domain check shop\.test\n$/)

  const early = await user.run(['domain', 'check', 'shop.test'])
  assert.equal(early.code, 1)
  assert.match(early.stdout, /^TXT _mayfly\.shop\.test: Add this TXT/m)
  assert.match(early.stderr, /^mayfly: shop\.test is pending: its records are not all there\. [^\n]+\n$/)

  const { stdout } = await user.run(['domain', 'add', 'set.test', '--json'])
  const { records } = JSON.parse(stdout)
  await zones.change({ 'set.test': [`_mayfly TXT "${records[0].value}"`, '@ MX 10 mx.mayfly.test.'] })
  const checked = await user.run(['domain', 'check', 'set.test', '--json'])
  assert.deepEqual([checked.code, checked.stderr], [0, ''])
  assert.equal(JSON.parse(checked.stdout).state, 'verified')
  assert.match((await user.run(['domain', 'list'])).stdout, /^set\.test +verified +\d{4}-/m)

  assert.equal((await user.run(['domain', 'rm', 'set.test'])).stdout, 'Removed set.test.\n')
  assert.deepEqual(
    JSON.parse((await user.run(['domain', 'list', '--json'])).stdout).map(({ domain }: { domain: string }) => domain),
    ['shop.test'],
  )
  const wrong = await user.run(['domain', 'add', 'com'])
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /^mayfly: [^\n]+\n$/)
})
