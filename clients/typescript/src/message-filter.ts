import type { Query } from './call.ts'

/** What a message can be asked for. All must hold; case does not matter. */
export interface MessageFilter {
  /** Part of the sender's address. */
  readonly from?: string | undefined
  /** Part of the subject. */
  readonly subject?: string | undefined
  /** Part of the subject, the text, or the text of the HTML. */
  readonly contains?: string | undefined
  readonly has?: 'code' | 'link' | 'attachment' | undefined
}

export function filterQuery({ from, subject, contains, has }: MessageFilter): Query {
  return { from, subject, contains, has }
}
