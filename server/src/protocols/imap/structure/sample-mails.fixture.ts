import { ADDRESS_MAILS } from './address-mails.fixture.ts'
import { MALFORMED_MAILS } from './malformed-mails.fixture.ts'
import { NESTED_MAILS } from './nested-mails.fixture.ts'
import { ORDINARY_MAILS } from './ordinary-mails.fixture.ts'
import type { SampleMail } from './sample-mail.fixture.ts'

export const SAMPLE_MAILS: readonly SampleMail[] = [
  ...ORDINARY_MAILS,
  ...NESTED_MAILS,
  ...ADDRESS_MAILS,
  ...MALFORMED_MAILS,
]
