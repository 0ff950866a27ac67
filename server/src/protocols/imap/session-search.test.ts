import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { play, type Scene, type Stage, select } from './play.ts'
import { TestBackend } from './test-backend.ts'

function library(): TestBackend {
  const backend = new TestBackend()
  const add = (flags: string[], day: number, text: string) =>
    backend.inbox.add(Buffer.from(text.replaceAll('\n', '\r\n')), flags, Date.UTC(2026, 0, day, 23, 59, 59))
  add(
    ['\\Seen'],
    1,
    'From: Ann <ann@a.test>\nTo: bob@b.test\nSubject: Invoice 17\nDate: Thu, 1 Jan 2026 01:00:00 +0900\n\nPay me',
  )
  add(
    ['\\Flagged'],
    2,
    'From: carl@c.test\nCc: ann@a.test\nSubject: Grüße\nDate: 31 Dec 2025 23:00:00 -0500\n\nSchöne Grüße',
  )
  add([], 3, `From: dora@d.test\nBcc: eve@e.test\nX-Spam:\nSubject: nothing\n\n${'long '.repeat(100)}`)
  add(['\\Answered', '\\Draft', '\\Deleted', '$Work'], 4, 'Subject: odd\nDate: yesterday\n\npay later')
  backend.inbox.recentFrom = 4
  return backend
}

const open = (scene: Scene = {}): Promise<Stage> => select({ backend: library(), ...scene })

async function check(cases: readonly (readonly [keys: string, found: string])[]): Promise<void> {
  const stage = await open()
  for (const [keys, found] of cases) {
    const answer = await stage.say(`a SEARCH ${keys}`)
    assert.deepEqual(answer, [`* SEARCH${found === '' ? '' : ` ${found}`}`, 'a OK SEARCH completed'], keys)
  }
}

describe('SEARCH', () => {
  test('flags', () =>
    check([
      ['ALL', '1 2 3 4'],
      ['SEEN', '1'],
      ['UNSEEN', '2 3 4'],
      ['FLAGGED', '2'],
      ['UNFLAGGED', '1 3 4'],
      ['ANSWERED DRAFT DELETED', '4'],
      ['UNANSWERED UNDRAFT UNDELETED', '1 2 3'],
      ['KEYWORD $work', '4'],
      ['UNKEYWORD $Work', '1 2 3'],
      ['RECENT', '4'],
      ['OLD', '1 2 3'],
      ['NEW', '4'],
    ]))
  test('sizes and days', () =>
    check([
      ['LARGER 300', '3'],
      ['SMALLER 300', '1 2 4'],
      ['BEFORE 2-Jan-2026', '1'],
      ['ON "2-Jan-2026"', '2'],
      ['SINCE 3-jan-2026', '3 4'],
      ['SENTON 1-Jan-2026', '1'],
      ['SENTBEFORE 1-Jan-2026', '2'],
      ['SENTSINCE 31-Dec-2025', '1 2'],
    ]))
  test('header fields', () =>
    check([
      ['FROM ann', '1'],
      ['TO BOB', '1'],
      ['CC ann@a', '2'],
      ['BCC eve', '3'],
      ['SUBJECT "voice 1"', '1'],
      ['HEADER X-Spam ""', '3'],
      ['HEADER x-spam yes', ''],
      ['HEADER "subject" nothing', '3'],
    ]))
  test('texts, in any case, in UTF-8', () =>
    check([
      ['BODY PAY', '1 4'],
      ['TEXT invoice', '1'],
      ['TEXT "pay me"', '1'],
      ['BODY invoice', ''],
      ['BODY "gr\xc3\x9c\xc3\x9fe"', '2'],
      ['CHARSET UTF-8 SUBJECT {7+}\r\nGr\xc3\xbc\xc3\x9fe', '2'],
      ['CHARSET us-ascii TEXT odd', '4'],
      ['BODY {11+}\r\nschO\xcc\x88ne Gr', '2'],
    ]))
  test('sets', () =>
    check([
      ['1', '1'],
      ['2:*', '2 3 4'],
      ['*', '4'],
      ['9', ''],
      ['UID 2,4', '2 4'],
      ['UID 3:1', '1 2 3'],
      ['1,3 UID 3:4', '3'],
    ]))
  test('combinations', () =>
    check([
      ['NOT SEEN', '2 3 4'],
      ['NOT (SEEN)', '2 3 4'],
      ['OR SEEN FLAGGED', '1 2'],
      ['OR (SEEN FROM ann) (FLAGGED CC ann)', '1 2'],
      ['OR OR SEEN FLAGGED DELETED', '1 2 4'],
      ['NOT OR SEEN BODY pay', '2 3'],
      ['(1:3 (UNSEEN (UNFLAGGED)))', '3'],
      ['BODY pay UNSEEN', '4'],
    ]))
  test('UID SEARCH answers in UIDs', async () => {
    const backend = library()
    backend.inbox.remove([1])
    await play([['a UID SEARCH 1:2', '* SEARCH 2 3', 'a OK']], await open({ backend }))
  })
  test('ESEARCH', async () =>
    play(
      [
        ['a SEARCH RETURN (MIN MAX COUNT) UNSEEN', '* ESEARCH (TAG "a") MIN 2 MAX 4 COUNT 3', 'a OK'],
        ['a UID SEARCH RETURN () ALL', '* ESEARCH (TAG "a") UID ALL 1:4', 'a OK'],
        ['a SEARCH RETURN (ALL) OR 1 3', '* ESEARCH (TAG "a") ALL 1,3', 'a OK'],
        ['a SEARCH RETURN (MIN ALL COUNT) FROM nobody', '* ESEARCH (TAG "a") COUNT 0', 'a OK'],
        ['a SEARCH RETURN (MAX) CHARSET UTF-8 ALL', '* ESEARCH (TAG "a") MAX 4', 'a OK'],
        ['a SEARCH RETURN (SAVE) ALL', 'a BAD'],
        ['a SEARCH RETURN ALL', 'a BAD'],
      ],
      await open(),
    ))
  test('NO to a charset that is not known', async () =>
    play([['a SEARCH CHARSET KOI8-R ALL', 'a NO [BADCHARSET (US-ASCII UTF-8)] ']], await open()))
  test('BAD', async () => {
    const bad = [
      '',
      ' ',
      ' ()',
      ' NOT',
      ' OR SEEN',
      ' SEEN SEEN )',
      ' (SEEN',
      ' XYZZY',
      ' FROM',
      ' ON 31-Feb-2026',
      ' ON yesterday',
      ' LARGER x',
      ' KEYWORD \\Odd',
      ' UID x',
      ' CHARSET UTF-8',
      ' SUBJECT "\xff"',
      ' 1 2 ,',
      ' MODSEQ x',
      ` ${'('.repeat(30)}ALL${')'.repeat(30)}`,
      ` ${'NOT '.repeat(30)}ALL`,
      ` ${'ALL '.repeat(200)}ALL`,
      ` (${'OR ALL '.repeat(15)}${'(ALL '.repeat(300)}`,
    ]
    const stage = await open({ limits: { badCommands: 99 } })
    await play(
      bad.map((keys) => [`a SEARCH${keys}`, 'a BAD'] as const),
      stage,
    )
  })
  test('a search that takes too long is given up', async () => {
    let now = 0
    const stage = await open({ now: () => now })
    stage.backend.delay = async () => {
      now += 31_000
    }
    await play(
      [
        ['a SEARCH BODY pay', 'a NO [LIMIT] '],
        ['a SEARCH SEEN', '* SEARCH 1', 'a OK'],
      ],
      stage,
    )
  })
  test('a body is read only where the row does not decide', async () => {
    const stage = await open()
    let asked = 0
    stage.backend.delay = async () => {
      asked += 1
    }
    await play([['a SEARCH BODY pay FLAGGED', '* SEARCH', 'a OK']], stage)
    // What is new, and one text.
    assert.equal(asked, 2)
  })
})
