const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** An id in four bytes (FNV-1a). Two ids may share one: then the bell lies, as it may. */
export function markOf(id: string): number {
  let hash = FNV_OFFSET
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), FNV_PRIME)
  return hash >>> 0
}
