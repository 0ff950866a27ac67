import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ALLOWED, DROPPED } from './element-kinds.ts'
import { makeSafeHtml } from './make-safe-html.ts'
import { foundOutside, readBack } from './read-back.fixture.ts'

const name = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...ALLOWED) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...DROPPED, ...'html head body form foreignObject mtext mglyph x-y image'.split(' ')),
  },
)
const CSS = `color|:|;|red|{|}|p|.a|#b|@media screen|@import|"x"|'|"|/*|*/|\\|(|)|url(|http://a.test/x|background| |,|>|+1px|-|!important|calc(|<!--|</style|&|%|é|\n`
const css = fc.array(fc.constantFrom(...CSS.split('|')), { maxLength: 20 }).map((pieces) => pieces.join(''))
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  css,
  fc.constantFrom(
    'javascript:x',
    'cid:a',
    '#x',
    '100%',
    'red',
    '&lt;/style&gt;',
    'a b',
    'mailto:a@b.test?subject=a b',
    'tel: 1 #',
    '//x',
  ),
)
const attribute = fc
  .tuple(
    fc.constantFrom(
      'href',
      'src',
      'style',
      'class',
      'id',
      'name',
      'title',
      'onload',
      'width',
      'background',
      'align',
      'alt',
      'data-remote-image',
      'size',
      'lang',
    ),
    fc.constantFrom('"', "'", ''),
    value,
  )
  .map(([key, quote, text]) => ` ${key}=${quote}${text}${quote}`)
const piece = (tag: fc.Arbitrary<string>) =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.tuple(tag, fc.array(attribute, { maxLength: 2 })).map(([of, list]) => `<${of}${list.join('')}>`),
    },
    { weight: 4, arbitrary: tag.map((of) => `</${of}>`) },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
    { weight: 1, arbitrary: css.map((text) => `<style>${text}</style>`) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '\n',
        ' ',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '<?',
        '&#13;',
        '&nbsp',
        '&lt',
        '\0',
        '<',
        '"',
      ),
    },
  )
/** Few elements in one mail, so that they meet: most of what can go wrong is between two of a kind. */
const html = fc
  .uniqueArray(name, { minLength: 1, maxLength: 6 })
  .chain((names) => fc.array(piece(fc.constantFrom(...names)), { maxLength: 40 }))
  .map((pieces) => pieces.join(''))

test('the output reads back as the tree that was written, of allowed parts only, and is safe already', () => {
  fc.assert(
    fc.property(html, fc.boolean(), (input, remote) => {
      const options = { cid: () => 'data:image/gif;base64,R0lGODlhAQABAAAAACw=', remote }
      const shown = makeSafeHtml(input, options)
      assert.deepEqual(foundOutside(shown), [])
      assert.equal(readBack(shown), shown)
      assert.equal(makeSafeHtml(shown, options), shown)
    }),
    { numRuns: 3000 },
  )
})
