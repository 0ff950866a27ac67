import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AuthenticationError, InvalidRequestError } from './errors.ts'
import { readSettings } from './settings.ts'

const apiKey = 'tk_0123456789abcdefghijABCDEFGHIJ012345'

function withEnvironment(values: Record<string, string>, work: () => void): void {
  const names = ['MAYFLY_API_KEY', 'MAYFLY_URL']
  const kept = names.map((name) => [name, process.env[name]] as const)
  for (const name of names) delete process.env[name]
  Object.assign(process.env, values)
  try {
    work()
  } finally {
    for (const [name, value] of kept) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

test('arguments come before the environment, and the environment before the defaults', () => {
  withEnvironment({}, () => assert.equal(readSettings({ apiKey }).url, 'http://127.0.0.1:8025'))
  withEnvironment({ MAYFLY_API_KEY: apiKey, MAYFLY_URL: 'https://mail.example.com/api/' }, () => {
    assert.equal(readSettings({}).url, 'https://mail.example.com/api')
    assert.equal(readSettings({}).apiKey, apiKey)
    assert.equal(readSettings({ url: new URL('http://localhost:1/') }).url, 'http://localhost:1')
    assert.equal(readSettings({ apiKey: 'tkc_other' }).apiKey, 'tkc_other')
  })
})

test('without a key nothing begins, and a wrong one is not shown', () => {
  withEnvironment({}, () => {
    assert.throws(() => readSettings({}), {
      name: 'AuthenticationError',
      code: 'missing_key',
      message: /MAYFLY_API_KEY/,
    })
    for (const wrong of ['sk_secret', `${apiKey}\n`, ` ${apiKey}`, '"tk_1"']) {
      assert.throws(
        () => readSettings({ apiKey: wrong }),
        (error) =>
          error instanceof AuthenticationError && !error.message.includes(wrong) && error.code === 'invalid_key',
      )
    }
  })
})

test('settings that cannot work are refused with a sentence', () => {
  for (const [options, message] of [
    [{ url: 'mail.example.com' }, /^`url` must be an address such as https/],
    [{ url: 'ftp://mail.example.com' }, /^`url` must be an address/],
    [{ url: 'https://ann:secret@mail.example.com' }, /must not hold a password/],
    [{ timeout: -1 }, /^`timeout` must be milliseconds, zero or more, and is -1\.$/],
    [{ timeout: Number.NaN }, /and is NaN/],
    [{ maxRetries: 1.5 }, /^`maxRetries` must be a whole number/],
  ] as const) {
    assert.throws(
      () => readSettings({ apiKey, ...options }),
      (error) => error instanceof InvalidRequestError && message.test(error.message),
    )
  }
})
