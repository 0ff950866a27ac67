import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Service, startAll, stopAll } from './lifecycle.ts'

function service(name: string, told: string[], fault?: 'start' | 'stop'): Service {
  const tell = (what: 'start' | 'stop') => async () => {
    told.push(`${what} ${name}`)
    if (what === fault) throw new Error(`${name} cannot ${what}`)
  }
  return { name, start: tell('start'), stop: tell('stop') }
}

const never = new AbortController().signal

test('services start in order and stop in reverse', async () => {
  const told: string[] = []
  const services = [service('a', told), service('b', told)]
  await startAll(services)
  await stopAll(services, never)
  assert.deepEqual(told, ['start a', 'start b', 'stop b', 'stop a'])
})

test('where one cannot start, those before it are stopped and its error is thrown', async () => {
  const told: string[] = []
  const services = [service('a', told), service('b', told, 'start'), service('c', told)]
  await assert.rejects(startAll(services), /b cannot start/)
  assert.deepEqual(told, ['start a', 'start b', 'stop a'])
})

test('one that cannot stop does not keep the others from stopping', async () => {
  const told: string[] = []
  const services = [service('a', told), service('b', told, 'stop')]
  await assert.rejects(
    stopAll(services, never),
    (error) => error instanceof AggregateError && error.errors.length === 1,
  )
  assert.deepEqual(told, ['stop b', 'stop a'])
})
