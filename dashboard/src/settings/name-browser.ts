/** The more particular first: almost every browser also claims to be another one. */
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** "Firefox on Linux" from what the browser says of itself. */
export function nameBrowser(userAgent: string): string {
  const browser = BROWSERS.find(([mark]) => userAgent.includes(mark))?.[1]
  const system = SYSTEMS.find(([mark]) => userAgent.includes(mark))?.[1]
  if (!browser) return userAgent.slice(0, 60) || 'Unknown browser'
  return system ? `${browser} on ${system}` : browser
}
