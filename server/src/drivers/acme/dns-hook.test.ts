import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { OrderFailure } from '../../domain/certificate-authority.ts'
import { DnsHook } from './dns-hook.ts'

const folder = mkdtempSync(join(tmpdir(), 'mayfly-hook-'))
after(() => rmSync(folder, { recursive: true }))

function script(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\n${text}\n`)
  chmodSync(file, 0o755)
  return file
}

const CHALLENGE = { method: 'dns-01', record: '_acme-challenge.a.test', value: '$(touch x);"' } as const

test('it is run with its three words, and no shell reads them', async () => {
  const hook = new DnsHook(script('good', 'printf "%s|" "$@" >> "$0.log"'))
  await hook.show(CHALLENGE)
  await hook.clear(CHALLENGE)
  const words = ['_acme-challenge.a.test', '$(touch x);"'].join('|')
  assert.equal(readFileSync(join(folder, 'good.log'), 'utf8'), `set|${words}|clear|${words}|`)
})

test('why it failed is told', async () => {
  const complaint = (text: RegExp) => (error: unknown) => error instanceof OrderFailure && text.test(error.message)
  const loud = new DnsHook(script('loud', 'echo first >&2; echo "no such zone" >&2; exit 3'))
  await assert.rejects(loud.show(CHALLENGE), complaint(/\(set\) failed: no such zone$/))
  await assert.rejects(new DnsHook(script('mute', 'exit 3')).clear(CHALLENGE), complaint(/\(clear\) failed: .*code 3/))
  await assert.rejects(new DnsHook(join(folder, 'none')).show(CHALLENGE), complaint(/ENOENT/))
})
