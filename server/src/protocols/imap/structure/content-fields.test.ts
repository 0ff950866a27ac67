import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLAIN_TEXT, readContent } from './content-fields.ts'

const read = (header: string) => readContent(header, PLAIN_TEXT, 100)
const paramsOf = (field: string) => read(`Content-Type: a/b${field}`).params

const PARAMETERS: readonly (readonly [field: string, ...params: (readonly [string, string])[]])[] = [
  [''],
  ['; x=y', ['x', 'y']],
  ['; X = Y ; z="Q; \\"R\\"" trailing', ['x', 'Y'], ['z', 'Q; "R"']],
  [' (a; "comment (nested)"); x=y (and one more); name=Invoice(1).pdf', ['x', 'y'], ['name', 'Invoice(1).pdf']],
  ['; (remark) x=y', ['x', 'y']],
  ['; name=two words.pdf; flag; =nameless; empty=', ['name', 'two words.pdf'], ['flag', ''], ['empty', '']],
  ['; name="never closed; x=y', ['name', 'never closed; x=y']],
  ['; x=1; x=2', ['x', '1']],
  ['; N\xc3\x89E=y', ['n\xc3\x89e', 'y']],
  ['; name=voil\xc3\xa0', ['name', 'voil\xc3\xa0']],
  // RFC 2231 §6: continuations are joined, in the place of their first section.
  ['; n*1=c; x=y; n*0=ab', ['n', 'abc'], ['x', 'y']],
  ["; n*0*=utf-8''a%20; n*1=\"b c'%\"; n*2*=%C3%BC", ['n*', "utf-8''a%20b%20c%27%25%C3%BC"]],
  ['; n*0=a b; n*1*=%20', ['n*', "''a%20b%20"]],
  ["; n*=utf-8''a", ['n*', "utf-8''a"]],
  ['; n*0=a; n*2=c', ['n*0', 'a'], ['n*2', 'c']],
  ['; n*1=b', ['n*1', 'b']],
  ['; n=x; n*0=a', ['n', 'x'], ['n*0', 'a']],
  ['; n*00=a; n*01=b', ['n*00', 'a'], ['n*01', 'b']],
  ['; *0=a', ['*0', 'a']],
]

for (const [field, ...params] of PARAMETERS) {
  test(`parameters: ${JSON.stringify(field)}`, () => assert.deepEqual(paramsOf(field), params))
}

test('RFC 2045 §5.2: without a type that can be read it is plain text; parameters are kept', () => {
  assert.deepEqual(read('').params, [['charset', 'us-ascii']])
  const { type, subtype, params } = read('Content-Type: text; charset=utf-8')
  assert.deepEqual([type, subtype, params], ['text', 'plain', [['charset', 'utf-8']]])
})

test('encoding, disposition and languages', () => {
  const content = read(
    'Content-Transfer-Encoding: (a) BASE64 (b)\nContent-Disposition: Inline\nContent-Language: de, (or) en-GB,,fr\n',
  )
  assert.deepEqual(
    [content.encoding, content.disposition, content.language],
    ['base64', { type: 'inline', params: [] }, ['de', 'en-GB', 'fr']],
  )
  assert.deepEqual([read('').encoding, read('').disposition, read('').language], ['7bit', null, []])
  assert.deepEqual(read('Content-Disposition: ; filename=a').disposition, {
    type: 'attachment',
    params: [['filename', 'a']],
  })
})

test('past the limit parameters are left out', () => {
  assert.equal(readContent(`Content-Type: a/b${'; x=y; z=1'.repeat(50)}`, PLAIN_TEXT, 1).params.length, 1)
  assert.equal(readContent('Content-Type: a/b; a=1; b=2; c=3', PLAIN_TEXT, 2).params.length, 2)
})
