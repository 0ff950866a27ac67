import { Buffer } from 'node:buffer'
import type { Parameters } from './body-part.ts'

type Section = { readonly index: number; readonly encoded: boolean; readonly value: string }

const SECTION = /^([^*]+)\*(0|[1-9]\d{0,3})(\*?)$/
/** RFC 2231 §7: what is percent-encoded in an extended value. */
const NOT_PLAIN = /[^!#$&+.0-9A-Z^_`a-z{|}~-]/g

/**
 * RFC 2231 §6: a server joins `name*0`, `name*1` … for its clients. It cannot decode the charset for them, so what is
 * encoded stays so, as `name*`. Where a section is missing they are left as they came.
 */
export function joinContinuations(params: Parameters): Parameters {
  const chains = new Map<string, Section[]>()
  for (const [key, value] of params) {
    const [, name, index, star] = SECTION.exec(key) ?? []
    if (name === undefined) continue
    const chain = chains.get(name) ?? []
    chains.set(name, chain)
    chain.push({ index: Number(index), encoded: star === '*', value })
  }
  if (chains.size === 0) return params
  const taken = new Set(params.map(([key]) => key))
  const whole = new Map([...chains].map(([name, chain]) => [name, joinChain(name, chain, taken)]))
  const told = new Set<string>()
  return params.flatMap(([key, value]) => {
    const name = SECTION.exec(key)?.[1]
    const joined = name === undefined ? undefined : whole.get(name)
    if (name === undefined || joined === undefined) return [[key, value] as const]
    if (told.has(name)) return []
    told.add(name)
    return [joined]
  })
}

function joinChain(
  name: string,
  chain: Section[],
  taken: ReadonlySet<string>,
): readonly [name: string, value: string] | undefined {
  const sections = chain.sort((a, b) => a.index - b.index)
  if (sections.some(({ index }, place) => index !== place)) return undefined
  const encoded = sections.some((section) => section.encoded)
  const key = encoded ? `${name}*` : name
  if (taken.has(key)) return undefined
  if (!encoded) return [key, sections.map(({ value }) => value).join('')]
  // RFC 2231 §4.1: only the first section names charset and language; where it is plain it names none.
  const label = sections[0]?.encoded === true ? '' : "''"
  return [key, label + sections.map((section) => (section.encoded ? section.value : encode(section.value))).join('')]
}

function encode(plain: string): string {
  return plain.replace(
    NOT_PLAIN,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}

/** The bytes of `name`, one character for each, whether it is plain or extended (RFC 2231 §4). */
export function parameterBytes(params: Parameters, name: string): string {
  const plain = params.find(([key]) => key === name)
  if (plain !== undefined) return plain[1]
  const extended = params.find(([key]) => key === `${name}*`)?.[1] ?? ''
  const text = extended.slice(extended.indexOf("'", extended.indexOf("'") + 1) + 1)
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => Buffer.from(hex, 'hex').toString('latin1'))
}
