import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rejectsWith } from '../../drivers/contract/scene.ts'
import { DAY, DomainRoom, HOUR, letter, MINUTE, SHOP, statuses } from './test-domain-room.ts'
import { SERVICE } from './test-zone.ts'

const NEVER = new AbortController().signal

test('a domain says which records to set, becomes verified by them, and takes mail', async () => {
  const room = new DomainRoom()
  const ann = await room.account('team')
  const { domain, added } = await room.mail.domains.add(ann, 'Shop.TEST.')
  assert.equal(added, true)
  assert.deepEqual([domain.domain, domain.state, domain.checked_at], [SHOP, 'pending', null])
  assert.deepEqual(
    domain.records.map(({ type, host, optional }) => `${type} ${host}${optional ? ', optional' : ''}`),
    [
      'TXT _mayfly.shop.test',
      'MX shop.test',
      'MX *.shop.test, optional',
      'TXT _mta-sts.shop.test, optional',
      'CNAME mta-sts.shop.test, optional',
      'TXT _smtp._tls.shop.test, optional',
    ],
  )
  assert.match(domain.records[0]?.value ?? '', /^mayfly-verify=[0-9a-f]{40}$/)
  assert.deepEqual([domain.records[1]?.value, domain.records[1]?.priority], [SERVICE.mxHost, 10])
  await rejectsWith('foreign_domain', room.send('a@shop.test', letter('early')))
  await room.check()
  assert.deepEqual(statuses(await room.mail.domains.get(ann, SHOP)).slice(0, 2), ['missing', 'missing'])
  room.zone.verify(domain)
  assert.equal(await room.pass(MINUTE), 1)
  const verified = await room.mail.domains.get(ann, SHOP)
  assert.deepEqual([verified.state, verified.name_servers], ['verified', ['ns1.shop.test']])
  assert.equal(verified.verified_at, verified.checked_at)
  await room.send('a@shop.test', letter('hello'))
  const { items } = await room.mail.readMail(await room.mail.openInbox(ann, 'a@shop.test'), { limit: 10 })
  assert.deepEqual(
    items.map(({ subject }) => subject),
    ['hello'],
  )
  assert.deepEqual(await room.actions(ann), ['domain.add', 'domain.verify'])
})

test('the schedule: every minute for 15, every 10 for a day, every hour to 72 h, then every day', async () => {
  const room = new DomainRoom()
  await room.mail.domains.add(await room.account('team'), SHOP)
  assert.equal(await room.pass(15 * MINUTE), 16)
  assert.equal(await room.pass(DAY - 15 * MINUTE), 142)
  assert.equal(await room.pass(2 * DAY), 48)
  assert.equal(await room.pass(10 * DAY), 10)
})

test('added twice it is the same, and so are other spellings of it', async () => {
  const room = new DomainRoom()
  const ann = await room.account('team')
  const first = await room.mail.domains.add(ann, 'bücher.test')
  const again = await room.mail.domains.add(ann, 'BÜCHER.test')
  assert.deepEqual([first.added, again.added], [true, false])
  assert.deepEqual(again.domain, first.domain)
  assert.deepEqual(await room.mail.domains.get(ann, 'bücher.test'), first.domain)
  assert.deepEqual(await room.mail.domains.get(ann, 'xn--bcher-kva.test'), first.domain)
})

test('the plan decides how many, and the refusal names the one that has more', async () => {
  const room = new DomainRoom()
  const refused = async (owner: Parameters<typeof room.verified>[0], name: string): Promise<string> => {
    let detail = ''
    await assert.rejects(room.mail.domains.add(owner, name), (error: Error & { code: string }) => {
      assert.equal(error.code, 'plan_required')
      detail = error.message
      return true
    })
    return detail
  }
  assert.match(await refused(await room.account('free'), 'no domain'), /no custom domains\. The plus plan allows 1\./)
  const bob = await room.account('plus')
  await room.mail.domains.add(bob, 'a.test')
  assert.match(await refused(bob, 'b.test'), /room for 1 custom domains\. The elite plan allows 5\./)
})

test('"check now" looks at once, and is once in ten seconds for each domain', async () => {
  const room = new DomainRoom()
  const ann = await room.account('team')
  const { domain } = await room.mail.domains.add(ann, SHOP)
  room.zone.verify(domain)
  const check = () => room.mail.domains.check(ann, SHOP, NEVER)
  assert.equal((await check()).state, 'verified')
  room.now += 9_500
  await assert.rejects(check(), (error: Error & { code: string; retryAfter: number }) => {
    assert.deepEqual([error.code, error.retryAfter], ['rate_limited', 1])
    return true
  })
  await room.mail.domains.add(ann, 'other.test')
  assert.equal((await room.mail.domains.check(ann, 'other.test', NEVER)).state, 'pending')
  room.now += 500
  assert.equal((await check()).state, 'verified')
  await rejectsWith('not_found', room.mail.domains.check(await room.account('team'), SHOP, NEVER))
})

test('records that are missing on two days lose it; a failure in between does not count', async () => {
  const room = new DomainRoom()
  const ann = await room.account('team')
  await room.verified(ann)
  room.zone.failure = 'servfail'
  await room.pass(10 * DAY)
  const unknown = await room.mail.domains.get(ann, SHOP)
  assert.deepEqual([unknown.state, ...statuses(unknown).slice(0, 2)], ['verified', 'error', 'error'])
  room.zone.failure = null
  const { records } = room.zone
  room.zone.records = {}
  await room.pass(2 * HOUR)
  assert.equal((await room.mail.domains.get(ann, SHOP)).state, 'verified')
  room.zone.failure = 'timeout'
  await room.pass(3 * DAY)
  assert.equal((await room.mail.domains.get(ann, SHOP)).state, 'verified')
  await room.send('a@shop.test', letter('still served'))
  room.zone.failure = null
  await room.pass(HOUR)
  const lost = await room.mail.domains.get(ann, SHOP)
  assert.equal(lost.state, 'lost')
  assert.notEqual(lost.lost_at, null)
  await rejectsWith('foreign_domain', room.send('a@shop.test', letter('too late')))
  room.zone.records = records
  await room.pass(MINUTE)
  const back = await room.mail.domains.get(ann, SHOP)
  assert.deepEqual([back.state, back.lost_at], ['verified', null])
  await room.send('a@shop.test', letter('served again'))
  assert.deepEqual(await room.actions(ann), ['domain.add', 'domain.verify', 'domain.lose', 'domain.verify'])
})

test('names below it are served while the wildcard is there', async () => {
  const room = new DomainRoom()
  const ann = await room.account('team')
  await room.verified(ann)
  await rejectsWith('foreign_domain', room.send('a@deep.in.shop.test', letter('early')))
  room.zone.records['*.shop.test'] = { MX: [{ exchange: SERVICE.mxHost, priority: 10 }] }
  room.zone.wildcard = SHOP
  await room.pass(DAY)
  assert.equal(statuses(await room.mail.domains.get(ann, SHOP))[2], 'ok')
  await room.send('a@deep.in.shop.test', letter('hello'))
  assert.ok(await room.mail.openInbox(ann, 'a@deep.in.shop.test'))
  room.zone.failure = 'timeout'
  await room.pass(DAY)
  await room.send('a@deep.in.shop.test', letter('nobody could say'))
  room.zone.failure = null
  room.zone.wildcard = null
  await room.pass(DAY)
  await rejectsWith('foreign_domain', room.send('a@deep.in.shop.test', letter('too late')))
  await room.send('a@shop.test', letter('hello'))
})

test('the first that is verified has it: for the others it is a conflict, and no mail of theirs', async () => {
  const room = new DomainRoom()
  const [ann, bob] = [await room.account('team'), await room.account('team')]
  const annes = (await room.mail.domains.add(ann, SHOP)).domain
  const bobs = (await room.mail.domains.add(bob, SHOP)).domain
  const tokens = [annes, bobs].map(({ records }) => records[0]?.value ?? '')
  assert.notEqual(tokens[0], tokens[1])
  room.zone.verify(annes)
  room.zone.records['_mayfly.shop.test'] = { TXT: tokens }
  await room.check()
  const states = await Promise.all([ann, bob].map(async (one) => (await room.mail.domains.get(one, SHOP)).state))
  assert.deepEqual(states.sort(), ['pending', 'verified'])
  const winner = (await room.mail.domains.get(ann, SHOP)).state === 'verified' ? ann : bob
  const loser = winner === ann ? bob : ann
  await rejectsWith('conflict', room.mail.domains.check(loser, SHOP, NEVER))
  await rejectsWith('conflict', room.mail.domains.add(await room.account('team'), SHOP))
  const { hint } = (await room.mail.domains.get(loser, SHOP)).records[0] ?? {}
  assert.match(hint ?? '', /Another account/)
  for (const open of [room.mail.openInbox(loser, 'a@shop.test'), room.mail.createInbox(loser, { domain: SHOP })]) {
    await rejectsWith('foreign_domain', open)
  }
  await room.mail.domains.remove(winner, SHOP)
  await room.pass(MINUTE)
  assert.equal((await room.mail.domains.get(loser, SHOP)).state, 'verified')
})

test('policies are served for verified domains alone, and certificates asked for where they are looked for', async () => {
  const room = new DomainRoom()
  const { domains } = room.mail
  const ann = await room.account('team')
  await domains.add(ann, 'pending.test')
  await room.verified(ann)
  assert.match(domains.policyAt('MTA-STS.shop.test') ?? '', /^version: STSv1\r\n/)
  for (const host of [SHOP, 'mta-sts.pending.test', 'mta-sts.a.shop.test', 'mta-sts.', 'x.mta-sts.shop.test', '']) {
    assert.equal(domains.policyAt(host), null, host)
  }
  assert.deepEqual(await domains.certificateNames(), [])
  room.zone.records['mta-sts.shop.test'] = { CNAME: ['app.mayfly.test'] }
  await room.pass(DAY)
  assert.deepEqual(await domains.certificateNames(), ['mta-sts.shop.test'])
  await domains.remove(ann, SHOP)
  assert.deepEqual(await domains.certificateNames(), [])
})

test('a check asks a bounded number of questions', async () => {
  const room = new DomainRoom()
  await room.mail.domains.add(await room.account('team'), SHOP)
  const many = Array.from({ length: 500 }, (_, n) => ({ exchange: `mx${n}.other.test`, priority: n }))
  room.zone.records[SHOP] = { MX: many }
  room.zone.records['*.shop.test'] = { MX: many.map(({ exchange }) => ({ exchange: `x${exchange}`, priority: 1 })) }
  room.zone.wildcard = SHOP
  await room.check()
  assert.ok(room.zone.asked.length > 8 && room.zone.asked.length <= 20, `${room.zone.asked.length} questions`)
})

test('checks that are given up leave the domain as it was, and it is looked at again', async () => {
  const room = new DomainRoom()
  const ann = await room.account('team')
  room.zone.verify((await room.mail.domains.add(ann, SHOP)).domain)
  const stopped = AbortSignal.abort()
  await room.mail.domains.beginChecks(stopped)
  await room.mail.domains.checksSettled()
  assert.equal((await room.mail.domains.get(ann, SHOP)).checked_at, null)
  await room.pass(MINUTE)
  assert.equal((await room.mail.domains.get(ann, SHOP)).state, 'verified')
})

test('one account whose name servers do not answer does not hold up the others', async () => {
  const room = new DomainRoom()
  const [ann, bob] = [await room.account('team'), await room.account('team')]
  const gate = Promise.withResolvers<void>()
  room.zone.gate = gate.promise
  for (let n = 0; n < 20; n++) await room.mail.domains.add(ann, `d${n}.test`)
  await room.mail.domains.beginChecks(NEVER)
  assert.equal(room.zone.opened.length, 8)
  await room.mail.domains.add(bob, SHOP)
  await room.mail.domains.beginChecks(NEVER)
  assert.equal(room.zone.opened.at(-1), SHOP)
  assert.equal(room.zone.opened.length, 9)
  gate.resolve()
  await room.mail.domains.checksSettled()
  room.now += MINUTE
  await room.check()
  assert.equal(new Set(room.zone.opened).size, 17)
})

test('a slow check that saw the zone as it was does not undo what a quicker one has found', async () => {
  const room = new DomainRoom()
  const ann = await room.account('team')
  const { domain } = await room.mail.domains.add(ann, SHOP)
  const gate = Promise.withResolvers<void>()
  room.zone.gate = gate.promise
  await room.mail.domains.beginChecks(NEVER)
  assert.ok(room.zone.asked.includes(`MX ${SHOP}`))
  room.zone.gate = Promise.resolve()
  room.zone.verify(domain)
  room.now += 1_000
  assert.equal((await room.mail.domains.check(ann, SHOP, NEVER)).state, 'verified')
  gate.resolve()
  await room.mail.domains.checksSettled()
  const { state, records } = await room.mail.domains.get(ann, SHOP)
  assert.deepEqual([state, records[1]?.status], ['verified', 'missing'])
  await room.send('a@shop.test', letter('still served'))
})
