/** One line of the table. */
export interface ResultRow {
  readonly what: string
  /** The bare baseline, or for growth the empty store. */
  readonly bare: string
  readonly mayfly: string
  readonly ratio: string
  readonly target: string
  /** Null where there is no target. */
  readonly met: boolean | null
}

export interface Ratio {
  readonly what: string
  readonly bare: number
  readonly mayfly: number
  readonly unit: string
  readonly atLeast: number
  readonly errors: number
}

/** More is better. With errors it is no measurement, and so not met. */
export function ratioRow({ what, bare, mayfly, unit, atLeast, errors }: Ratio): ResultRow {
  const ratio = mayfly / bare
  return {
    what: errors > 0 ? `${what} (${errors} ERRORS)` : what,
    bare: `${Math.round(bare)} ${unit}`,
    mayfly: `${Math.round(mayfly)} ${unit}`,
    ratio: ratio.toFixed(2),
    target: `≥ ${atLeast}`,
    met: errors === 0 && ratio >= atLeast,
  }
}

export interface Bound {
  readonly what: string
  readonly value: number
  readonly unit: string
  readonly atMost: number
  readonly digits: number
}

/** Less is better, and nothing is beside it. */
export function boundRow({ what, value, unit, atMost, digits }: Bound): ResultRow {
  const mayfly = `${value.toFixed(digits)} ${unit}`.trim()
  return { what, bare: '–', mayfly, ratio: '–', target: `≤ ${atMost} ${unit}`.trim(), met: value <= atMost }
}
