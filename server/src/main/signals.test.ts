import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { listenForStop, type StopSignal, signalExitCode } from './signals.ts'

function scene() {
  const source = new EventEmitter()
  const calls: string[] = []
  let time = 5_000
  listenForStop(source, {
    stop: (signal) => calls.push(`stop ${signal}`),
    stopAtOnce: (signal) => calls.push(`at once ${signal}`),
    now: () => time,
  })
  const receive = (signal: StopSignal, atMs: number) => {
    time = 5_000 + atMs
    source.emit(signal, signal)
  }
  return { calls, receive }
}

test('what comes within a second is one request', () => {
  const { calls, receive } = scene()
  receive('SIGINT', 0)
  receive('SIGINT', 3)
  receive('SIGTERM', 500)
  receive('SIGINT', 999)
  assert.deepEqual(calls, ['stop SIGINT'])
})

test('another one a second later stops at once', () => {
  const { calls, receive } = scene()
  receive('SIGTERM', 0)
  receive('SIGTERM', 10)
  receive('SIGINT', 1_000)
  assert.deepEqual(calls, ['stop SIGTERM', 'at once SIGINT'])
})

test('exit codes are those of a shell', () => {
  assert.equal(signalExitCode('SIGINT'), 130)
  assert.equal(signalExitCode('SIGTERM'), 143)
  assert.equal(signalExitCode('SIGHUP'), 129)
})
