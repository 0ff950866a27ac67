import { type Figures, perSecond } from './compare.ts'
import type { Throughput } from './measure-throughput.ts'
import { type ResultRow, ratioRow } from './result-row.ts'

const GROWTH = 0.8

/** Mayfly beside the bare server. */
export function throughputRows(results: readonly Throughput[]): ResultRow[] {
  return results.flatMap((result) => rowsOf(result, 'bare', 'empty', result.comparison.title, result.target))
}

/** The full store beside the empty one. */
export function growthRows(results: readonly Throughput[]): ResultRow[] {
  return results.flatMap((result) => rowsOf(result, 'empty', 'full', `growth: ${result.comparison.title}`, GROWTH))
}

function rowsOf(
  { comparison, unit }: Throughput,
  base: 'bare' | 'empty',
  measured: 'empty' | 'full',
  what: string,
  atLeast: number,
): ResultRow[] {
  const [bare, mayfly] = [comparison.sides.get(base), comparison.sides.get(measured)]
  if (!bare || !mayfly) return []
  const errors = bare.errors + mayfly.errors
  return [ratioRow({ what, bare: perSecond(bare), mayfly: perSecond(mayfly), unit, atLeast, errors })]
}

/** Every round of every side, and how busy both ends were: whoever doubts the medians can look. */
export function roundTable(results: readonly Throughput[]): string {
  const lines = results.flatMap(({ comparison, unit }) =>
    [...comparison.sides].map(([side, figures]) => roundLine(comparison.title, side, unit, figures)),
  )
  return [
    '| what | side | each round | processors of the server | processors of the generator |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}

function roundLine(title: string, side: string, unit: string, figures: Figures): string {
  const rounds = figures.perSecond.map((number) => Math.round(number)).join(', ')
  const busy = (numbers: readonly number[]): string => numbers.map((number) => number.toFixed(2)).join(', ')
  return `| ${title} | ${side} | ${rounds} ${unit} | ${busy(figures.serverCpu)} | ${busy(figures.generatorCpu)} |`
}
