const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

export function showBytes(count: number): string {
  const power = count < 1_024 ? 0 : Math.min(Math.floor(Math.log2(count) / 10), UNITS.length - 1)
  const value = count / 1_024 ** power
  return `${Number.isInteger(value) ? value : value.toFixed(1)} ${UNITS[power]}`
}
