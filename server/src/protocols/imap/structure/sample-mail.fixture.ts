import { Buffer } from 'node:buffer'

/** A mail to read. `raw` has one character for each byte; `outline` is what must be found in it. */
export type SampleMail = { readonly id: string; readonly outline: string; readonly raw: string }

/** Takes off the line break after the first backtick and gives every other one a CR. */
export function crlf(strings: TemplateStringsArray, ...values: readonly string[]): string {
  return String.raw({ raw: strings }, ...values)
    .replace(/^\n/, '')
    .replace(/\r?\n/g, '\r\n')
}

export function utf8(text: string): string {
  return Buffer.from(text).toString('latin1')
}

/** The fields that every ordinary mail has. */
export function head(subject: string): string {
  return `From: Nora Reef <nora@reef.test>
To: otter@inbox.test
Subject: ${subject}
Date: Tue, 3 Nov 2026 09:30:00 +0100
Message-ID: <${subject.length}.reef@reef.test>
MIME-Version: 1.0`
}
