import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { forgetToken, keepToken, readConfig } from './config-file.ts'
import { Failure } from './failure.ts'
import { maskToken, readSettings } from './settings.ts'
import { configFileIn } from './surroundings.ts'
import { UsageError } from './usage-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'mayfly-cli-'))
after(() => rmSync(folder, { recursive: true }))

test('the flag wins over the environment, and that over what was written down', () => {
  const file = join(folder, 'a', 'config.json')
  const urlOf = (flag?: string, env = {}) => {
    const { url, urlFrom } = readSettings(flag, env, file)
    return [url, urlFrom]
  }
  assert.deepEqual(urlOf(), ['http://127.0.0.1:8025', 'default'])
  keepToken(file, 'http://kept.test', 'tkc_kept')
  assert.deepEqual(urlOf(), ['http://kept.test', 'mayfly login'])
  const env = { MAYFLY_URL: 'http://env.test:80/' }
  assert.deepEqual(urlOf(undefined, env), ['http://env.test', 'MAYFLY_URL'])
  assert.deepEqual(urlOf('https://flag.test/mail//', env), ['https://flag.test/mail', '--url'])
  for (const wrong of ['flag.test', 'ftp://flag.test', 'http://a:b@flag.test', 'http://flag.test/?x']) {
    assert.throws(() => urlOf(wrong), UsageError)
  }
})

test('a token is for its own server; MAYFLY_API_KEY for whichever is named', () => {
  const file = join(folder, 'b', 'config.json')
  keepToken(file, 'http://one.test', 'tkc_one')
  keepToken(file, 'http://two.test', 'tkc_two')
  const tokenOf = (url: string, env = {}) => {
    const { token, tokenFrom } = readSettings(url, env, file)
    return [token, tokenFrom]
  }
  assert.deepEqual(tokenOf('http://one.test/'), ['tkc_one', 'mayfly login'])
  assert.deepEqual(tokenOf('http://three.test'), [null, null])
  assert.deepEqual(tokenOf('http://one.test', { MAYFLY_API_KEY: 'tk_env' }), ['tk_env', 'MAYFLY_API_KEY'])
  assert.deepEqual(tokenOf('http://one.test', { MAYFLY_API_KEY: '' }), ['tkc_one', 'mayfly login'])
  forgetToken(file, 'http://one.test')
  assert.deepEqual(readConfig(file), { url: 'http://two.test', tokens: { 'http://two.test': 'tkc_two' } })
})

test('what is kept is for this user alone', () => {
  const file = join(folder, 'c', 'config.json')
  keepToken(file, 'http://one.test', 'tkc_one')
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(statSync(join(folder, 'c')).mode & 0o777, 0o700)
  assert.throws(() => keepToken(join(file, 'below', 'config.json'), 'http://one.test', 'tkc_one'), Failure)
})

test('the XDG folder, where it is absolute', () => {
  assert.equal(configFileIn({ XDG_CONFIG_HOME: '/x' }, '/home/ann'), '/x/mayfly/config.json')
  for (const env of [{}, { XDG_CONFIG_HOME: '' }, { XDG_CONFIG_HOME: 'x' }]) {
    assert.equal(configFileIn(env, '/home/ann'), '/home/ann/.config/mayfly/config.json')
  }
})

test('of a token its kind and its end are shown', () => {
  assert.equal(maskToken('tkc_0123456789abcdef'), 'tkc_…cdef')
})
