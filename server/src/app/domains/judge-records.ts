import type { RecordFinding } from '../../domain/custom-domain.ts'
import type { ExpectedRecord } from './expected-records.ts'
import { judgeMail, judgeSubdomains } from './judge-mail.ts'
import { judgeOwnership } from './judge-ownership.ts'
import { judgePolicyHost, judgePolicyRecord, judgeReports } from './judge-transport.ts'
import type { Judgement } from './judgement.ts'
import type { ZoneAnswers } from './zone-answers.ts'

/** What the answers say of each record that is to be there. */
export function judgeRecords(expected: readonly ExpectedRecord[], answers: ZoneAnswers): readonly RecordFinding[] {
  return expected.map((record) => ({ purpose: record.purpose, type: record.type, ...judge(record, answers) }))
}

function judge(record: ExpectedRecord, answers: ZoneAnswers): Judgement {
  switch (record.purpose) {
    case 'ownership':
      return judgeOwnership(record, answers)
    case 'mail':
      return judgeMail(record, answers)
    case 'subdomains':
      return judgeSubdomains(record, answers)
    case 'mta_sts':
      return record.type === 'CNAME' ? judgePolicyHost(record, answers) : judgePolicyRecord(record, answers.mtaSts)
    case 'tls_rpt':
      return judgeReports(record, answers.tlsRpt)
  }
}
