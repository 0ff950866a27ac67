/** A moment as the API writes it: ISO 8601, UTC, milliseconds. */
export function iso(moment: number): string {
  return new Date(moment).toISOString()
}

export function isoOrNull(moment: number | null): string | null {
  return moment === null ? null : iso(moment)
}
