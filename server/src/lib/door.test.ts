import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Door } from './door.ts'

/** As much of a connection as the door looks at. */
function caller(address: string, idle = true) {
  const told = { value: false }
  const connection = { address, idle, shutdown: () => Object.assign(told, { value: true }) }
  return { connection, told }
}

test('there is room up to the bound, and again when somebody leaves', () => {
  const door = new Door(2, 2)
  const busy = [caller('a', false), caller('b', false)]
  for (const one of busy) {
    assert.equal(door.admit(one.connection.address), 'taken')
    door.enter(one.connection)
  }
  assert.equal(door.admit('c'), 'refused')
  door.leave((busy[0] as (typeof busy)[0]).connection)
  assert.equal(door.admit('c'), 'taken')
  assert.equal(door.size, 1)
})

test('the one that has been idle longest makes room', () => {
  const door = new Door(3, 3)
  const [busy, old, young] = [caller('a', false), caller('a'), caller('a')]
  for (const one of [busy, old, young]) door.enter(one.connection)
  assert.equal(door.admit('b'), 'evicted')
  assert.deepEqual([busy.told.value, old.told.value, young.told.value], [false, true, false])
  assert.equal(door.size, 2)
})

test('a crowd from one address makes room among itself', () => {
  const door = new Door(10, 2)
  const [stranger, first, second] = [caller('b'), caller('a'), caller('a')]
  for (const one of [stranger, first, second]) door.enter(one.connection)
  assert.equal(door.admit('a'), 'evicted')
  assert.deepEqual([stranger.told.value, first.told.value, second.told.value], [false, true, false])
})
