/** What goes into the field for the name at a provider that adds the zone's own name by itself, as most do. */
export function nameField(host: string, apex: string): string {
  if (host === apex) return '@'
  return host.endsWith(`.${apex}`) ? host.slice(0, -apex.length - 1) : host
}
