const BLOCK_BYTES = 16 * 1024
/** Chunks from this size on are kept as they are; smaller ones share a block, so that single bytes cost one byte. */
const KEEP_FROM = 4 * 1024

/** The bytes of a message as they come, in any number of pieces. */
export class ChunkList {
  #chunks: Buffer[] = []
  #block: Buffer | null = null
  #blockUsed = 0
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  push(chunk: Buffer): void {
    this.#bytes += chunk.byteLength
    // Most mails come in one chunk.
    if (chunk.byteLength >= KEEP_FROM || this.#bytes === chunk.byteLength) {
      this.#closeBlock()
      this.#chunks.push(chunk)
      return
    }
    if (this.#block && this.#blockUsed + chunk.byteLength > BLOCK_BYTES) this.#closeBlock()
    this.#block ??= Buffer.allocUnsafeSlow(BLOCK_BYTES)
    this.#blockUsed += chunk.copy(this.#block, this.#blockUsed)
  }

  /** Everything so far; the list is empty afterwards. */
  take(): Buffer[] {
    this.#closeBlock()
    const chunks = this.#chunks
    this.#chunks = []
    this.#bytes = 0
    return chunks
  }

  #closeBlock(): void {
    if (this.#block) this.#chunks.push(this.#block.subarray(0, this.#blockUsed))
    this.#block = null
    this.#blockUsed = 0
  }
}
