import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { createProgram } from '../program.ts'
import { lookAround } from '../surroundings.ts'
import { bashCompletion } from './bash.ts'
import { wordsOf } from './command-words.ts'
import { fishCompletion } from './fish.ts'
import { zshCompletion } from './zsh.ts'

const words = wordsOf(createProgram(lookAround()))

/** What is typed, and what a shell must offer then. */
const CASES: readonly [typed: string, offered: readonly string[]][] = [
  ['mayfly lo', ['login', 'logout']],
  ['mayfly inbox ', ['new', 'list', 'rm']],
  ['mayfly --json inbox n', ['new']],
  ['mayfly inbox new --do', ['--domain']],
  ['mayfly mail list a@b.test --has ', ['attachment', 'code', 'link']],
  ['mayfly completion ', ['bash', 'fish', 'zsh']],
  ['mayfly key new x --scope r', ['read']],
  ['mayfly wait --js', ['--json']],
]

function offers(shell: string, complete: (typed: string) => string): void {
  for (const [typed, offered] of CASES) {
    const found = complete(typed)
      .split('\n')
      .map((line) => line.split('\t', 1)[0]?.trim() ?? '')
    const wanted = found.filter((word) => word !== '' && (offered.includes(word) || !word.startsWith('--')))
    assert.deepEqual([...new Set(wanted)].sort(), [...offered].sort(), `${shell}: ${typed}`)
  }
}

test('bash', () => {
  const script = bashCompletion(words)
  offers('bash', (typed) => {
    const given = typed.split(' ').map((word) => `'${word}'`)
    const ask = `COMP_WORDS=(${given.join(' ')}); COMP_CWORD=${given.length - 1}; _mayfly; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['--norc', '-c', `${script}\n${ask}`], { encoding: 'utf8' })
  })
})

test('fish', () => {
  const script = fishCompletion(words)
  offers('fish', (typed) =>
    execFileSync('fish', ['--no-config', '-c', `${script}\ncomplete -C '${typed}'`], { encoding: 'utf8' }),
  )
})

test('zsh', () => {
  // The completion system needs a terminal: in its place stands what it would be told.
  const script = `compdef() { }; _describe() { print -l -- "\${(@)\${(P)2}%%:*}" }\n${zshCompletion(words)}`
  offers('zsh', (typed) => {
    const given = typed.split(' ')
    const last = given.at(-1) ?? ''
    const ask = `words=(${given.map((word) => `'${word}'`).join(' ')}); CURRENT=${given.length}; _mayfly`
    const all = execFileSync('zsh', ['-f', '-c', `${script}\n${ask}`], { encoding: 'utf8' })
    return all
      .split('\n')
      .filter((word) => word.startsWith(last))
      .join('\n')
  })
})
