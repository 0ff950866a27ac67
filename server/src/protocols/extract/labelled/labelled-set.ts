import { ASIAN_ARABIC_CODES } from './asian-arabic-codes.ts'
import { ENGLISH_CODES } from './english-codes.ts'
import { GERMAN_FRENCH_CODES } from './german-french-codes.ts'
import { HTML_CODES } from './html-codes.ts'
import type { LabelledMail } from './labelled-mail.ts'
import { MIXED } from './mixed.ts'
import { NORTHERN_SLAVIC_CODES } from './northern-slavic-codes.ts'
import { ORDINARY_ENGLISH } from './ordinary-english.ts'
import { ORDINARY_OTHERS } from './ordinary-others.ts'
import { ROMANCE_CODES } from './romance-codes.ts'
import { TRAPS } from './traps.ts'
import { TUNING_ONLY } from './tuning-only.ts'

export const LABELLED_SET: readonly LabelledMail[] = [
  ...ENGLISH_CODES,
  ...HTML_CODES,
  ...GERMAN_FRENCH_CODES,
  ...ROMANCE_CODES,
  ...NORTHERN_SLAVIC_CODES,
  ...ASIAN_ARABIC_CODES,
  ...ORDINARY_ENGLISH,
  ...ORDINARY_OTHERS,
  ...TRAPS,
  ...MIXED,
  ...TUNING_ONLY,
]

/**
 * Half of the set is for tuning; of the other half a tuner sees totals alone. The half is decided by the id, so that no
 * mail changes sides when others are added.
 */
export function isHeldOut(mail: LabelledMail): boolean {
  if (mail.id.includes('-x')) return false
  let hash = 0x811c9dc5
  for (const char of mail.id) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193)
  return ((hash >>> 16) & 1) === 1
}
