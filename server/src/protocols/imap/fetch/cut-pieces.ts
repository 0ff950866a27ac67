import type { Partial } from './section-item.ts'

/** RFC 3501 §6.4.5: a partial fetch counts octets of the section as it would be sent whole. */
export function cutPieces(pieces: readonly Uint8Array[], { origin, count }: Partial): Uint8Array[] {
  const cut: Uint8Array[] = []
  let [skip, left] = [origin, count]
  for (const piece of pieces) {
    const part = piece.subarray(Math.min(skip, piece.length), Math.min(skip + left, piece.length))
    skip = Math.max(0, skip - piece.length)
    left -= part.length
    if (part.length > 0) cut.push(part)
    if (left === 0) break
  }
  return cut
}
