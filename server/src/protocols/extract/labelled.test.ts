import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlToReadable } from '../mime/html-to-readable.ts'
import { extractCodes, type FoundCode } from './extract-codes.ts'
import type { LabelledMail } from './labelled/labelled-mail.ts'
import { isHeldOut, LABELLED_SET } from './labelled/labelled-set.ts'

const TUNING = LABELLED_SET.filter((mail) => !isHeldOut(mail))
const HELD_OUT = LABELLED_SET.filter(isHeldOut)

function codesOf({ subject, text, html }: LabelledMail): FoundCode[] {
  const readable = html === '' ? '' : htmlToReadable(html, 1024 * 1024)
  return extractCodes({ subject, html, text: text || readable, htmlText: text === '' ? '' : readable })
}

function measure(mails: readonly LabelledMail[]) {
  const tally = { withCode: 0, right: 0, wrong: 0, missed: 0, falseAlarms: 0, sure: 0, surelyRight: 0 }
  const failures: string[] = []
  for (const mail of mails) {
    const codes = codesOf(mail)
    const isRight = (code: FoundCode) => mail.expected.includes(code.value)
    const verdict = judge(mail, codes[0])
    if (mail.expected.length > 0) tally.withCode++
    if (verdict !== 'nothing') tally[verdict]++
    const sure = codes.filter(({ confidence }) => confidence >= 0.8)
    tally.sure += sure.length
    tally.surelyRight += sure.filter(isRight).length
    if (verdict !== 'right' && verdict !== 'nothing')
      failures.push(`${mail.id}: expected ${mail.expected.join(' or ') || 'none'}, found ${show(codes)}`)
  }
  const precision = tally.right / (tally.right + tally.wrong + tally.falseAlarms)
  return { ...tally, failures, precision, recall: tally.right / tally.withCode }
}

function judge(mail: LabelledMail, top: FoundCode | undefined) {
  if (mail.expected.length === 0) return top === undefined ? 'nothing' : 'falseAlarms'
  if (top === undefined) return 'missed'
  return mail.expected.includes(top.value) ? 'right' : 'wrong'
}

function show(codes: readonly FoundCode[]): string {
  return codes.map(({ value, confidence }) => `${value} (${confidence})`).join(', ') || 'none'
}

test('the set is large, and is mail with codes, mail without and traps', () => {
  assert.ok(LABELLED_SET.length >= 320, `${LABELLED_SET.length} mails`)
  assert.equal(new Set(LABELLED_SET.map(({ id }) => id)).size, LABELLED_SET.length)
  assert.ok(new Set(LABELLED_SET.filter(({ expected }) => expected.length > 0).map(({ lang }) => lang)).size >= 16)
  assert.ok(HELD_OUT.length >= 150, `${HELD_OUT.length} held out`)
})

for (const [half, mails] of Object.entries({ tuning: TUNING, 'held-out': HELD_OUT })) {
  test(`precision and recall: ${half}`, (t) => {
    const { precision, recall, sure, surelyRight, failures, withCode, wrong, missed, falseAlarms } = measure(mails)
    t.diagnostic(
      `${half}: ${mails.length} mails, ${withCode} with a code; precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)} ` +
        `(${wrong} wrong, ${missed} missed, ${falseAlarms} false alarms); ` +
        `confidence >= 0.8: ${surelyRight} of ${sure} right`,
    )
    // The failures of the held-out half stay unread: who tunes on them has no half left to measure with.
    if (half === 'tuning') for (const failure of failures) t.diagnostic(failure)
    assert.ok(precision >= 0.98, `precision ${precision}`)
    assert.ok(recall >= 0.97, `recall ${recall}`)
    assert.ok(surelyRight >= 0.98 * sure, `${surelyRight} of ${sure} sure ones are right`)
  })
}
