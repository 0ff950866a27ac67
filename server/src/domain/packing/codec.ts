import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { DICTIONARY } from './dictionary.ts'

/** How stored bytes are packed. These numbers are on disk: never give one another meaning. */
export const CODEC = { plain: 0, zstd: 1, zstdMail: 2, zstdBesideRaw: 3 } as const

export interface Packed {
  readonly codec: number
  readonly data: Uint8Array
}

const params = { [constants.ZSTD_c_compressionLevel]: 1 }
/** Above this the dictionary no longer pays for itself. */
const DICTIONARY_PAYS_BELOW = 16 * 1024
/** Small tables for small mails: most of the time goes into making them. */
const SMALL = {
  params: { ...params, [constants.ZSTD_c_hashLog]: 12, [constants.ZSTD_c_windowLog]: 16 },
  dictionary: DICTIONARY,
  chunkSize: 8 * 1024,
}

export function pack(raw: Uint8Array): Packed {
  if (raw.byteLength >= DICTIONARY_PAYS_BELOW) return smaller(raw, CODEC.zstd, zstdCompressSync(raw, { params }))
  return smaller(raw, CODEC.zstdMail, zstdCompressSync(raw, SMALL))
}

/** Packs what was made from `raw` and repeats much of it. */
export function packBeside(made: Uint8Array, raw: Uint8Array | null): Packed {
  if (!raw || raw.byteLength === 0) return pack(made)
  return smaller(made, CODEC.zstdBesideRaw, zstdCompressSync(made, { params, dictionary: raw }))
}

export function unpack({ codec, data }: Packed, raw: () => Uint8Array): Uint8Array {
  switch (codec) {
    case CODEC.plain:
      return data
    case CODEC.zstd:
      return zstdDecompressSync(data)
    case CODEC.zstdMail:
      return zstdDecompressSync(data, { dictionary: DICTIONARY })
    case CODEC.zstdBesideRaw:
      return zstdDecompressSync(data, { dictionary: raw() })
    default:
      throw new Error(`Stored bytes have the unknown codec ${codec}.`)
  }
}

function smaller(plain: Uint8Array, codec: number, data: Uint8Array): Packed {
  return data.byteLength < plain.byteLength ? { codec, data } : { codec: CODEC.plain, data: plain }
}
