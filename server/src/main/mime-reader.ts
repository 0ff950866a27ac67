import type { Rendition } from '../domain/message.ts'
import type { AttachmentContent, MimeReader } from '../domain/ports.ts'
import { summariseHeaders } from '../protocols/mime/header-summary.ts'
import { ParsePool } from '../protocols/mime/parse-pool.ts'
import { describeStructure } from './describe-structure.ts'
import { ViewPool } from './view-pool.ts'
import { withoutFindings } from './without-findings.ts'

const SMALL = 64 * 1024

/** Everything that reads mail, off the main thread but for the summary. */
export class ThreadedMimeReader implements MimeReader {
  readonly #renditions = new ParsePool<Rendition>(
    {},
    { script: new URL('./render-worker.ts', import.meta.url), complete: withoutFindings },
  )
  readonly #views = new ViewPool()

  summarise(head: Uint8Array): ReturnType<typeof summariseHeaders> {
    return summariseHeaders(head)
  }

  prepare(): void {
    this.#renditions.prepare()
  }

  parse(raw: Uint8Array): Promise<Rendition> {
    return this.#renditions.parse(raw)
  }

  async structure(raw: Uint8Array): Promise<string> {
    // A small mail is read in less time than it takes to hand it to another thread.
    if (raw.byteLength <= SMALL) return describeStructure(raw)
    return (await this.#views.run({ kind: 'structure', raw })) as string
  }

  async attachment(raw: Uint8Array, index: number): Promise<AttachmentContent | null> {
    return (await this.#views.run({ kind: 'attachment', raw, index })) as AttachmentContent | null
  }

  async safeHtml(raw: Uint8Array, { html, attachments }: Rendition, remote: boolean): Promise<string> {
    const images = Object.fromEntries(
      attachments.flatMap(({ content_id, index }) => (content_id === null ? [] : [[content_id, index]])),
    )
    return (await this.#views.run({ kind: 'html', raw, html, images, remote })) as string
  }

  async close(): Promise<void> {
    await Promise.all([this.#renditions.close(), this.#views.close()])
  }
}
