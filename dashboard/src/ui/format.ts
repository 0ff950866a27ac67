const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
const NUMBER = new Intl.NumberFormat('en')

export function formatCount(count: number): string {
  return NUMBER.format(count)
}

export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1_024 && unit < UNITS.length - 1) {
    value /= 1_024
    unit++
  }
  return `${value >= 100 || Number.isInteger(value) ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`
}

export function formatHours(hours: number): string {
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}
