/** In the time of this machine: `2026-11-15 06:24:40`. */
export function showMoment(moment: string | null): string {
  // The Swedish write dates as ISO 8601 does.
  return moment === null ? 'never' : new Date(moment).toLocaleString('sv-SE')
}

export function showTime(moment: string): string {
  return new Date(moment).toLocaleTimeString('sv-SE')
}
