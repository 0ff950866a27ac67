import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainFailure } from './explain-failure.ts'
import { readSettings } from './settings.ts'
import { Unusable } from './unusable.ts'

const settings = readSettings({ MAYFLY_DATA_DIR: '/data' })

function systemError(code: string, syscall: string, more: object = {}): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall, ...more })
}

test('a port in use names the setting that moves it', () => {
  const error = systemError('EADDRINUSE', 'listen', { address: '127.0.0.1', port: 8025 })
  assert.equal(
    explainFailure(error, settings),
    'Port 8025 on 127.0.0.1 is in use, perhaps by another mayflyd. Stop it, or set MAYFLY_HTTP_PORT (0 takes a free one).',
  )
  const smtp = systemError('EACCES', 'listen', { address: '127.0.0.1', port: 1025 })
  assert.match(explainFailure(smtp, settings), /MAYFLY_SMTP_PORT to 1024 or more/)
})

test('trouble with the disk is a sentence', () => {
  assert.equal(
    explainFailure(systemError('ENOSPC', 'write'), settings),
    'The disk of /data is full. Free some space and try again.',
  )
  assert.match(explainFailure(systemError('EACCES', 'open', { path: '/x' }), settings), /^\/x may not be used/)
  assert.match(explainFailure(systemError('EADDRNOTAVAIL', 'listen'), settings), /MAYFLY_HOST/)
})

test('what we say ourselves is said as it is', () => {
  assert.equal(explainFailure(new Unusable('Do this.'), settings), 'Do this.')
})

test('the rest is a bug, with a stack only for who asks', () => {
  const error = new TypeError('x is undefined')
  assert.match(explainFailure(error, settings), /^x is undefined\. This is a bug in Mayfly/)
  assert.ok(!explainFailure(error, settings).includes('    at '))
  assert.ok(explainFailure(error, readSettings({ MAYFLY_LOG_LEVEL: 'debug' })).includes('    at '))
})
