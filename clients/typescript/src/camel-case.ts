type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** The service writes `message_count`; JavaScript says `messageCount`. All the way down. */
export function toCamelCase(value: unknown): unknown {
  return renameKeys(value as Json, (name) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()))
}

/** The other way, for what is sent. What is undefined is left out. */
export function toSnakeCase(value: object): Record<string, unknown> {
  return renameKeys(value as Json, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)) as Record<
    string,
    unknown
  >
}

function renameKeys(value: Json, rename: (name: string) => string): Json {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename))
  if (value === null || typeof value !== 'object') return value
  const renamed = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([name, item]) => [rename(name), renameKeys(item, rename)])
  return Object.fromEntries(renamed)
}
