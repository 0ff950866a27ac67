import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendMail } from '../test/support/smtp-client.ts'
import { DashboardBench, skip } from './dashboard-bench.ts'

const HARM = '<img src=x onerror="document.title=1;console.error(`pwned`)"><script>console.error("pwned")</script>'
const encoded = `=?utf-8?B?${Buffer.from(HARM).toString('base64')}?=`

const SOURCE = [
  `From: "${encoded}" <evil@elsewhere.test>`,
  'To: hostile@mayfly.test',
  `Subject: ${encoded}`,
  `X-Harm: ${HARM}`,
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=outer',
  '',
  '--outer',
  'Content-Type: multipart/alternative; boundary=inner',
  '',
  '--inner',
  'Content-Type: text/plain; charset=utf-8',
  '',
  `${HARM} Your code is 482913.`,
  '--inner',
  'Content-Type: text/html; charset=utf-8',
  '',
  `<h1>Look</h1>${HARM}<a href="javascript:console.error('pwned')">${HARM.replaceAll('<', '&lt;')}</a>`,
  `<a href="https://elsewhere.test/verify?a=&quot;><script>console.error('pwned')</script>">confirm your address</a>`,
  '<iframe srcdoc="<script>parent.console.error(`pwned`)</script>"></iframe><img src="http://elsewhere.test/pixel.gif">',
  '--inner--',
  '--outer',
  'Content-Type: text/html',
  `Content-Disposition: attachment; filename="${encoded}.html"`,
  '',
  HARM,
  '--outer--',
].join('\r\n')

test('a hostile mail shows as text everywhere and runs nowhere', { skip }, async () => {
  await using bench = await DashboardBench.open()
  const page = await bench.signUp('careful@example.test')
  await bench.call(page, 'POST', '/v1/inboxes', { address: 'hostile@mayfly.test', label: HARM.slice(0, 190) })
  assert.equal((await sendMail(bench.server, 'hostile@mayfly.test', SOURCE)).code, 250)
  const requests: string[] = []
  page.context().on('request', (request) => requests.push(request.url()))
  page.on('dialog', (dialog) => {
    bench.troubles.push('a dialog')
    void dialog.dismiss()
  })

  await page.goto('/inboxes/hostile@mayfly.test')
  const row = page.getByRole('list', { name: 'Messages' }).getByRole('link')
  assert.ok((await row.innerText()).includes('<script>'), 'the list shows it as text')
  await row.click()
  const subject = page.getByRole('heading', { level: 2 }).filter({ hasText: '<script>' })
  await subject.last().waitFor()
  await page.frameLocator('iframe').getByText('Look').waitFor()
  assert.equal(await page.locator('iframe').getAttribute('sandbox'), 'allow-popups allow-popups-to-escape-sandbox')

  for (const tab of ['Text', 'Headers', 'Raw', 'Attachments (1)']) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('tabpanel').filter({ hasText: '<script>' }).waitFor()
  }
  const panel = page.getByRole('complementary', { name: 'What is in it' })
  await panel.getByText('confirm your address').waitFor()
  for (const link of await panel.getByRole('link').all()) {
    assert.match((await link.getAttribute('href')) ?? '', /^https:\/\/elsewhere\.test\//)
  }
  assert.match(await page.title(), /^(?:\(\d+\) )?Inboxes · Mayfly$/)

  await page.goto('/start')
  await page.getByText('Get your first mail').waitFor()
  assert.deepEqual(bench.troubles, [])
  assert.deepEqual(
    requests.filter((url) => !url.startsWith(bench.server.httpUrl) && !url.startsWith('data:')),
    [],
  )
})

test('pictures of the mail itself are shown, those of others when asked for', { skip }, async () => {
  await using bench = await DashboardBench.open()
  const page = await bench.signUp('pictures@example.test')
  await bench.call(page, 'POST', '/v1/inboxes', { address: 'pictures@mayfly.test' })
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const source = [
    'From: a@elsewhere.test',
    'Subject: Pictures',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; boundary=b',
    '',
    '--b',
    'Content-Type: text/html',
    '',
    '<p>Hello</p><img alt="own" src="cid:one"><img alt="remote" src="http://elsewhere.test/pixel.gif">',
    '--b',
    'Content-Type: image/png',
    'Content-ID: <one>',
    'Content-Transfer-Encoding: base64',
    '',
    pixel,
    '--b--',
  ].join('\r\n')
  await sendMail(bench.server, 'pictures@mayfly.test', source)
  const asked: string[] = []
  await page.context().route('http://elsewhere.test/**', (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  await page.goto('/inboxes/pictures@mayfly.test')
  await page.getByRole('list', { name: 'Messages' }).getByRole('link').click()
  const own = page.frameLocator('iframe').getByAltText('own')
  assert.equal(await own.getAttribute('src'), `data:image/png;base64,${pixel}`)
  assert.deepEqual(asked, [])
  const request = page.context().waitForEvent('request', (one) => one.url().startsWith('http://elsewhere.test/'))
  await page.getByRole('button', { name: 'Remote images' }).click()
  await request
  await page.getByRole('button', { name: 'Phone' }).click()
  const box = await page.locator('iframe').boundingBox()
  assert.ok(box && box.width <= 377, `${box?.width} wide`)
})
