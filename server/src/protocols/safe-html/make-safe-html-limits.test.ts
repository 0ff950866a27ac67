import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSafeHtml } from './make-safe-html.ts'

const MEGABYTE = 1024 * 1024
const options = { cid: () => null, remote: false }
const fill = (text: string, size = MEGABYTE) => text.repeat(Math.ceil(size / text.length))
const numbered = (count: number, write: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => write(n)).join('')

// Each would take minutes, or the stack, if anything here were more than linear; the runner's time-out is the judge.
const BOMBS: Readonly<Record<string, string>> = {
  'nested divs': `${'<div>'.repeat(100_000)}deep`,
  'five megabytes of nested divs': fill('<div>', 5 * MEGABYTE),
  'only <': fill('<'),
  'only &': fill('&'),
  'one tag of attributes': `<div ${numbered(500_000, (n) => `a${n} `)}>x`,
  'one attribute, often': `<div ${fill('style=a ', 5 * MEGABYTE)}>x`,
  'unclosed comments': fill('<!--', 5 * MEGABYTE),
  'nested tables': fill('<table><tr><td>'),
  'tables in no cell': fill('<table>', 5 * MEGABYTE),
  'formatting closed out of turn': `${'<b>'.repeat(200)}${'<div>'.repeat(200)}${fill('</b><b>', 4 * MEGABYTE)}`,
  'blocks taken up again': fill(`<font style="color:red;${'margin:0;'.repeat(1000)}"><div></font>`, 5 * MEGABYTE),
  'ends of nothing': `<i><table><td>${'<span>'.repeat(450)}${fill('</i>', 5 * MEGABYTE)}`,
  'ends out of reach': `<span><div>${'<b>'.repeat(400)}${fill('</span>', 5 * MEGABYTE)}`,
  'a string in a style': `<p style='${fill('"\\', 60_000)}'>x</p><style>${fill('"\\', 250_000)}</style>`,
  'styles of comments': `<style>${fill('/*', 250_000)}</style><style>${fill('a{', 250_000)}</style>`,
  'styles of parentheses': `<style>p{${fill('color:rgb(', 250_000)}</style>${fill('<p style="width:calc((((((((1">', MEGABYTE)}`,
  'unclosed addresses': `<style>p{background:${fill('url( a ', 250_000)}`,
  selectors: `<style>${fill('a,', 250_000)}{color:red}</style><style>${fill('a{b}', 250_000)}</style>`,
  'many images': fill('<img src="https://a.test/x">', 5 * MEGABYTE),
  'a long tag': `<${fill('a', 5 * MEGABYTE)}`,
  'white space': `<pre>${fill(' \n', 5 * MEGABYTE)}`,
  'white space in an address': `<a href="${fill(' ', MEGABYTE)}x">y</a><img src="${fill('\t ', MEGABYTE)}">`,
  'nested drawings': fill('<svg><p>', 5 * MEGABYTE),
}

for (const [what, html] of Object.entries(BOMBS)) {
  test(`a bomb: ${what}`, { timeout: 20_000 }, (context) => {
    const started = performance.now()
    const shown = makeSafeHtml(html, options)
    context.diagnostic(`${Math.round(performance.now() - started)} ms, ${shown.length} characters`)
    assert.ok(shown.endsWith('</body></html>'))
    assert.ok((shown.match(/<[a-z]/g)?.length ?? 0) < 101_000)
  })
}

test('markup too deep is flattened, and nothing of its text is lost', () => {
  const shown = makeSafeHtml(`${'<div>'.repeat(2000)}deep${'</div>'.repeat(2000)}<p>after`, options)
  assert.equal(shown.match(/<div>/g)?.length, 500)
  assert.match(shown, /deep(?:<\/div>){500}<p>after<\/p><\/body>/)
})

test('of a mail too large, the beginning is shown', () => {
  const shown = makeSafeHtml(fill('x', 6 * MEGABYTE), options)
  assert.equal(shown.match(/x{1000,}/)?.[0].length, 5 * MEGABYTE)
})
