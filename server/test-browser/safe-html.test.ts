import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { HOSTILE_MAILS } from '../src/protocols/safe-html/hostile-mails.fixture.ts'
import { ORDINARY_MAILS } from '../src/protocols/safe-html/ordinary-mails.fixture.ts'
import { CHROMIUM, type MailViewer, type Mode, openMailViewer, type Sight } from './mail-viewer.ts'

const skip = existsSync(CHROMIUM) ? false : `no ${CHROMIUM}`
const AT_ONCE = 25

let viewer: MailViewer
before(async () => {
  if (!skip) viewer = await openMailViewer()
})
after(() => viewer?.close())

/** All hostile mails, some at a time: what they did, with the names of those it may have been. */
async function showAll(mode: Mode): Promise<(Sight & { readonly ids: readonly string[] })[]> {
  const sights: (Sight & { readonly ids: readonly string[] })[] = []
  for (let at = 0; at < HOSTILE_MAILS.length; at += AT_ONCE) {
    const ids = HOSTILE_MAILS.slice(at, at + AT_ONCE).map(({ id }) => id)
    sights.push({ ids, ...(await viewer.show(ids, mode)) })
  }
  return sights
}

function harmless(sights: readonly Sight[]): void {
  assert.deepEqual(
    sights.filter(({ harm, requests }) => harm.length + requests.length > 0),
    [],
  )
}

test('as they were sent, these mails do harm: what follows is no proof otherwise', { skip }, async () => {
  const sights = await showAll('raw')
  const scripts = new Set(sights.flatMap(({ harm }) => harm.filter((what) => what.startsWith('a script'))))
  const requests = new Set(sights.flatMap((sight) => sight.requests))
  assert.ok(scripts.size > 30, `${scripts.size} scripts`)
  assert.ok(requests.size > 30, `${requests.size} requests`)
})

test('cleaned alone, without a header: no script, no request, no way out', { skip }, async () => {
  harmless(await showAll('bare'))
})

test('with the headers: no script, no request, no way out', { skip }, async () => {
  harmless(await showAll('full'))
})

test('images of the mail are shown from our server, though the mail has an origin of its own', { skip }, async () => {
  assert.deepEqual(await viewer.show(['receipt'], 'full'), { harm: [], requests: [`${viewer.origin}/part/0`] })
})

test('remote images load when asked, and only they', { skip }, async () => {
  assert.deepEqual(await viewer.show(['pixel', 'css-background'], 'remote'), {
    harm: [],
    requests: ['b.png', 'c.png', 'p.gif'].map((name) => `http://elsewhere.test/${name}`),
  })
  const { harm } = await viewer.show(['css-properties', 'css-import', 'object', 'form'], 'remote')
  assert.deepEqual(harm, [])
})

test('ordinary mails still show their words', { skip }, async () => {
  const page = await viewer.browser.newPage({ viewport: { width: 700, height: 500 } })
  for (const { id, shows } of ORDINARY_MAILS) {
    await page.goto(`${viewer.origin}/mail/full/${id}`)
    const text = await page.innerText('body')
    for (const words of shows) assert.ok(text.includes(words), `${id}: ${words}`)
    const folder = process.env['SAFE_HTML_SCREENSHOTS'] // for whoever wants to look
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${id}.png` })
  }
})
