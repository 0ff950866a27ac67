/** A mail written for this set, with the one-time codes a person would find in it. */
export interface LabelledMail {
  /** Starts with the language: `de-03`. */
  readonly id: string
  readonly lang: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Any of these is right; empty: there is none. */
  readonly expected: readonly string[]
}

function labelled(id: string, parts: Omit<LabelledMail, 'id' | 'lang'>): LabelledMail {
  return { id, lang: id.slice(0, id.indexOf('-')), ...parts }
}

export function plain(id: string, subject: string, text: string, ...expected: string[]): LabelledMail {
  return labelled(id, { subject, text, html: '', expected })
}

export function html(id: string, subject: string, markup: string, ...expected: string[]): LabelledMail {
  return labelled(id, { subject, text: '', html: markup, expected })
}

export function both(id: string, subject: string, text: string, markup: string, ...expected: string[]): LabelledMail {
  return labelled(id, { subject, text, html: markup, expected })
}
