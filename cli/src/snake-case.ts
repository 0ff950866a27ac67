/** A record of the client in the words of the HTTP API, which `--json` speaks: one set of names for everybody. */
export function toSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnakeCase)
  if (value === null || typeof value !== 'object') return value
  const rename = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [rename(name), toSnakeCase(item)]))
}
