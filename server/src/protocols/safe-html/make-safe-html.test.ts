import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOSTILE_MAILS } from './hostile-mails.fixture.ts'
import { makeSafeHtml } from './make-safe-html.ts'
import { ORDINARY_MAILS } from './ordinary-mails.fixture.ts'
import { foundOutside, readBack } from './read-back.fixture.ts'

const options = { cid: (id: string) => (id === 'logo@tea.test' ? '/part/0' : null), remote: false }

/** What stands in the body. */
function safe(html: string, remote = false): string {
  return /<body[^>]*>(.*)<\/body>/s.exec(makeSafeHtml(html, { ...options, remote }))?.[1] ?? ''
}

function same(html: string): void {
  assert.equal(safe(html), html)
}

test('ordinary markup comes through as it is', () => {
  same('<h1>Hi</h1><p>a <b>b</b> <i>c</i><br>d &amp; e &lt; f&nbsp;</p><hr><ul><li>x</li></ul>')
  same('<table border="0" cellpadding="3"><tbody><tr><td colspan="2" align="center">x</td></tr></tbody></table>')
  same('<p style="color:#f00;margin:0 auto;font-family:Arial, &quot;Times New Roman&quot;, serif !important">x</p>')
  same('<div lang="de" dir="ltr" title="&quot;q&quot;">x</div>')
})

test('a document keeps its body, its language and its style, and has one head: ours', () => {
  const html = makeSafeHtml(
    '<html lang=nl><head><title>T</title><style>.a p{color:red}</style></head><body bgcolor=#eee class=a>x',
    options,
  )
  assert.match(html, /^<!DOCTYPE html><html lang="nl"><head><meta charset="utf-8">/)
  assert.match(html, /<style>\.m-a p\{color:red\}<\/style><\/head><body bgcolor="#eee" class="m-a">x<\/body><\/html>$/)
  assert.equal(html.match(/<title|<body|<head/g)?.length, 2)
  assert.match(makeSafeHtml('x', options), /<body bgcolor="#ffffff">x<\/body>/)
})

test('links lead out, in a window of their own, or stay inside', () => {
  const out = 'rel="noopener noreferrer nofollow" target="_blank"'
  assert.equal(
    safe('<a href=HTTPS://A.test/x?a=1&b onclick=x>y</a>'),
    `<a href="https://a.test/x?a=1&amp;b" ${out}>y</a>`,
  )
  assert.equal(safe('<a href="//a.test">y</a>'), `<a href="https://a.test/" ${out}>y</a>`)
  assert.equal(safe('<a href="https://bank.test@b.test/">y</a>'), `<a href="https://b.test/" ${out}>y</a>`)
  assert.equal(safe('<a href=#top>y</a><a name=top></a>'), '<a href="#m-top" target="_self">y</a><a id="m-top"></a>')
  for (const href of [
    'javascript:x',
    ' JAVA\tscript:x',
    'data:text/html,x',
    'vbscript:x',
    'file:///x',
    'x',
    '/x',
    '#a b',
  ]) {
    assert.equal(safe(`<a href="${href}">y</a>`), '<a>y</a>', href)
  }
})

test('images: of the mail, in the mail, and remote ones only when asked', () => {
  const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
  assert.equal(safe('<img src="cid:logo%40tea.test" alt="Tea">'), '<img src="/part/0" alt="Tea">')
  assert.equal(safe('<img src="cid:other">'), '<img>')
  assert.equal(safe(`<img src="${pixel}">`), `<img src="${pixel}">`)
  assert.equal(safe('<img src="data:image/svg+xml;base64,PHN2Zy8+">'), '<img>')
  assert.equal(safe(`<img src="data:image/png;base64,${'A'.repeat(1_500_000)}">`), '<img>')
  assert.equal(safe('<img src="http://a.test/p.png" width=1>'), '<img data-remote-image="" width="1">')
  assert.equal(safe('<img src="http://a.test/p.png" srcset=x>', true), '<img src="http://a.test/p.png">')
})

test('backgrounds follow the same rule, and a colour beside a blocked one stays', () => {
  const html =
    '<p style="background:#eee url(http://a.test/p.png) no-repeat">x</p><table background="http://a.test/q"></table>'
  assert.equal(safe(html), '<p style="background:#eee none no-repeat">x</p><table></table>')
  assert.match(safe(html, true), /url\(&quot;http:\/\/a.test\/p.png&quot;\).*<table background="http:\/\/a.test\/q">/)
  assert.equal(
    safe('<p style="background-image:url(\'cid:logo@tea.test\')">x</p>'),
    '<p style="background-image:url(&quot;/part/0&quot;)">x</p>',
  )
})

test('forms lose their controls and keep their words', () => {
  assert.equal(safe('<form action=x><p>Name <input name=n><button>Go</button></p></form>'), '<p>Name </p>')
  assert.equal(safe('<marquee>a<blink>b</blink></marquee><o:p>c</o:p>'), 'abc')
})

test('sloppy markup is closed as a browser would close it', () => {
  assert.equal(safe('<p>a<p>b<div>c'), '<p>a</p><p>b</p><div>c</div>')
  assert.equal(safe('<ul><li>a<li>b<ol><li>c</ol><li>d'), '<ul><li>a</li><li>b<ol><li>c</li></ol></li><li>d</li></ul>')
  assert.equal(safe('<b>a<i>b</b>c</i>d'), '<b>a<i>b</i></b><i>c</i>d')
  assert.equal(safe('<b><div>a</b>b</div>c'), '<b><div>a</div></b><div>b</div>c')
  assert.equal(safe('<span><div>a</span>b</div>c'), '<span><div>ab</div>c</span>')
  assert.equal(
    safe('<table><td>a<td>b<tr><td>c</table>d'),
    '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>d',
  )
  assert.equal(safe('<table>a<tr>'), '<table><tbody><tr><td>a</td></tr><tr></tr></tbody></table>')
  assert.equal(safe('<td>a</td></div></p>'), 'a')
  assert.equal(safe('<pre>\n\nx\n</pre>'), '<pre>x\n</pre>')
})

test('an ordinary mail keeps its words, its links and its shape', () => {
  for (const { id, html, shows, links } of ORDINARY_MAILS) {
    const shown = makeSafeHtml(html, options)
    for (const words of shows) assert.ok(shown.includes(words.replace('<', '&lt;')), `${id}: ${words}`)
    const hrefs = [...shown.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
    assert.deepEqual(hrefs, links, id)
    assert.equal(readBack(shown), shown)
  }
})

for (const { id, tries, html } of HOSTILE_MAILS) {
  test(`hostile: ${id}: ${tries}`, () => {
    for (const remote of [false, true]) {
      const shown = makeSafeHtml(html, { cid: () => null, remote })
      assert.deepEqual(foundOutside(shown), [])
      assert.equal(readBack(shown), shown)
      assert.equal(makeSafeHtml(shown, { cid: () => null, remote }), shown)
      const tags = shown.slice(shown.indexOf('<body')).replaceAll(/>[^<]*| title="[^"]*"/g, '>')
      assert.doesNotMatch(tags, /javascript:|\son\w+=|expression|fixed|sticky/i)
      if (!remote) assert.doesNotMatch(shown, /url\(|src="http/)
    }
  })
}

test('there are enough of them, each once', () => {
  assert.ok(HOSTILE_MAILS.length >= 70)
  assert.equal(new Set(HOSTILE_MAILS.map(({ id }) => id)).size, HOSTILE_MAILS.length)
})
