import type { Upload as Taken } from '../../app/mailboxes/mailbox-contents.ts'
import type { Upload } from '../../protocols/imap/session.ts'

/** A larger message goes to the store piece by piece. */
const IN_MEMORY = 1024 * 1024
/** As much of it as is looked at for From and Subject. */
const HEAD = 256 * 1024

/** Reads the beginning of an upload, or all of it where it is small. */
export async function takeUpload({ flags, internalDate, size, message }: Upload): Promise<Taken> {
  const pieces: Buffer[] = []
  let read = 0
  const source = message[Symbol.asyncIterator]()
  // To the end and not only to the last byte: until then the command can turn out to be malformed.
  const wanted = size <= IN_MEMORY ? Number.POSITIVE_INFINITY : HEAD
  while (read < wanted) {
    const { value, done } = await source.next()
    if (done) break
    // The bytes are the reader's own until the next piece is asked for.
    pieces.push(Buffer.from(value))
    read += value.byteLength
  }
  const head = Buffer.concat(pieces)
  const seen = flags.includes('\\Seen')
  const filed = { seen, flags: flags.filter((flag) => flag !== '\\Seen').toSorted(), internalDate, sizeBytes: size }
  if (size <= IN_MEMORY) return { ...filed, raw: head, head }
  return { ...filed, raw: rest(head, source), head }
}

async function* rest(head: Buffer, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head
  for (;;) {
    const { value, done } = await source.next()
    if (done) return
    yield value
  }
}
