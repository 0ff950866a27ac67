import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlToReadable } from './html-to-readable.ts'

const readable = (html: string) => htmlToReadable(html, 1024 * 1024)

test('reads as a person would', () => {
  const html = `<html><head><title>No</title><style>p{}</style></head><body>
    <h1>Welcome</h1><p>Hi <b>you</b>,<br>confirm <a href="https://a.test/c?x=1&amp;y">here</a>.</p>
    <p><a href="https://a.test/">https://a.test/</a> <a href="#top">top</a> <a href="data:text/html,x">d</a></p>
    <img src="https://a.test/pixel.gif" alt="Logo"><img src="https://a.test/p.gif">
    <table><tr><th>Item</th><th>Price</th></tr><tr><td>Tea</td><td>3 €</td></tr></table>
    <ul><li>one</li><li>two</li></ul><script>alert(1)</script></body></html>`
  assert.equal(
    readable(html),
    [
      'Welcome',
      '',
      'Hi you,',
      'confirm here [https://a.test/c?x=1&y].',
      '',
      'https://a.test/ top d',
      '',
      'Logo',
      'Item Price',
      'Tea 3 €',
      '',
      ' * one',
      ' * two',
    ].join('\n'),
  )
})

test('lines are not wrapped', () => {
  assert.equal(readable(`<p>${'word '.repeat(100)}</p>`), 'word '.repeat(100).trim())
})

test('only so much is looked at', () => {
  assert.equal(htmlToReadable('abcdef', 3), 'abc')
})

// Each of these takes html-to-text minutes or ends it when it is let at them as they are.
const HOSTILE: Record<string, string> = {
  'nested divs': `${'<div>'.repeat(100_000)}deep`,
  'nested tables': `${'<table><tr><td>'.repeat(60_000)}deep`,
  'only <': '<'.repeat(1024 * 1024),
  'unclosed comments': '<!--'.repeat(250_000),
  'ends of nothing': `${'<b>'.repeat(150_000)}${'</i>'.repeat(100_000)}`,
  'hidden ends': `${'<b x="</b>">'.repeat(16_000)}${'</i>'.repeat(17_000)}`,
  'nested quotes': `${'<blockquote x="</blockquote>">'.repeat(250)}${'x<br>'.repeat(49_000)}`,
  'nested links': `${'<a href=y x="</a>">'.repeat(250)}${'w '.repeat(200_000)}`,
  'a giant table': `<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(36_000)}</table>`,
  'white space': `<pre>${`${' '.repeat(1000)}a`.repeat(1000)}</pre>`,
}

for (const [what, html] of Object.entries(HOSTILE)) {
  test(`hostile: ${what}`, () => assert.ok(readable(html).length <= 5 * html.length))
}

test('markup too deep for a tree still gives its words', () => {
  assert.equal(readable(`${'<div>'.repeat(100_000)}deep <!-- <b> -->text`), 'deep  text')
})

test('what is centred stands on a line of its own', () => {
  assert.equal(htmlToReadable('Your code<center>7731</center>Never share it', 1_000), 'Your code\n7731\nNever share it')
})
