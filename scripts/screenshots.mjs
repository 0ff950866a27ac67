// Makes docs/screenshots from a real server and a real browser: node_modules/.bin/node scripts/screenshots.mjs
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { sendMail } from '../server/test/support/smtp-client.ts'
import { ZoneServer } from '../server/test/support/zone-server.ts'
import { DashboardBench } from '../server/test-browser/dashboard-bench.ts'
import { ROOT } from './root.mjs'

const FOLDER = join(ROOT, 'docs', 'screenshots')
const WIDE = { width: 1440, height: 860 }
const ORDINARY = { width: 1080, height: 720 }
const PHONE = { width: 390, height: 780 }

const MAILS = [
  ['billing@mayfly.test', ['From: Corner Shop <shop@corner.example>', 'Subject: Your receipt', '', 'Thank you.']],
  [
    'agent-7@mayfly.test',
    ['From: First Bank <otp@bank.example>', 'Subject: 771204 is your code', '', 'Your one-time password is 771204.'],
  ],
  [
    'signup@mayfly.test',
    ['From: Acme Security <security@acme.example>', 'Subject: New sign-in from Lisbon', '', 'Was it you?'],
  ],
  [
    'signup@mayfly.test',
    [
      'From: Acme <hello@acme.example>',
      'To: signup@mayfly.test',
      'Subject: Welcome to Acme: confirm your address',
      'MIME-Version: 1.0',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<body style="margin:0;padding:32px;background:#eef2f5;font-family:sans-serif">',
      '<div style="max-width:420px;margin:auto;background:#fff;border-radius:10px;padding:32px">',
      '<h1 style="font-size:22px;margin:0 0 12px">Welcome to Acme</h1>',
      '<p>Your verification code is:</p>',
      '<p style="font-size:30px;letter-spacing:6px"><b>482913</b></p>',
      '<p>Or <a href="https://acme.example/verify?token=Zk3p9">confirm your address</a>.</p>',
      '<p style="color:#667;font-size:12px"><a href="https://acme.example/unsubscribe">Unsubscribe</a></p>',
      '</div></body>',
    ],
  ],
]

const receiver = createServer((request, response) => request.resume().on('end', () => response.end('thank you')))
await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve))

await using zones = await ZoneServer.start({ 'acme.test': [], 'shop.test': [] })
await using bench = await DashboardBench.open({
  key: null,
  env: {
    MAYFLY_WEBHOOK_ALLOW_HTTP: '1',
    MAYFLY_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    MAYFLY_DNS_SERVERS: zones.address,
    MAYFLY_MX_HOST: 'mx.mayfly.test',
  },
})
mkdirSync(FOLDER, { recursive: true })
const page = await bench.visit({ viewport: ORDINARY, reducedMotion: 'reduce' })
await shoot('sign-in', '/sign-in', 'Make an account')
const { message, webhook } = await furnish()
await page.setViewportSize(WIDE)
await shoot('inbox', message, 'How it came', ['light', 'dark'])
await page.setViewportSize(ORDINARY)
await shoot('start', '/start', 'Get your first mail', ['light', 'dark'])
await shoot('keys', '/settings/keys', 'Revoke')
await shoot('webhooks', '/settings/webhooks', 'CI runner')
await shoot('webhook', webhook, 'delivered', ['light', 'dark'])
await shoot('domains', '/settings/domains', 'verified')
await shoot('domain', '/settings/domains/shop.test', 'mx.elsewhere.test', ['light', 'dark'])
await shoot('members', '/settings/members', 'grace@example.com')
await shoot('plan', '/settings/plan', 'Mail is kept for')
await shoot('audit', '/settings/audit', 'key.create')
await shoot('account', '/settings/account', 'this one')
await shoot('devices', '/settings/devices', 'No device')
await shoot('operator', '/operator', 'Mail taken')
await page.setViewportSize(PHONE)
await shoot('phone-inboxes', '/inboxes', 'Sign-up tests')
await shoot('phone-message', message, 'How it came', ['dark'])
receiver.close()

async function shoot(name, path, words, themes = ['light']) {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    await page.goto(path)
    await page.getByText(words).first().waitFor()
    // A mail is shown in a frame, which loads on its own.
    for (const frame of page.frames()) await frame.waitForLoadState()
    await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`) })
  }
}

/** The owner, with something to see in every view. */
async function furnish() {
  await page.goto(bench.welcomeLink())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/start')
  await page.getByText('Your address').waitFor()
  const inboxes = [
    { address: 'signup@mayfly.test', label: 'Sign-up tests' },
    { address: 'agent-7@mayfly.test', label: 'Shopping agent' },
    { address: 'billing@mayfly.test' },
  ]
  for (const inbox of inboxes) await post('/v1/inboxes', inbox)
  await post('/v1/keys', { name: 'Continuous integration', scope: 'full' })
  await post('/v1/keys', { name: 'Agent', scope: 'codes' })
  await post('/v1/invites', { role: 'member', email: 'grace@example.com' })
  await addDomains()
  const url = `http://127.0.0.1:${receiver.address().port}/hooks/mail`
  const { id } = await post('/v1/webhooks', { url, description: 'CI runner', events: ['message.received'] })
  await post(`/v1/webhooks/${id}/test`)
  for (const [address, source] of MAILS) await sendMail(bench.server, address, source.join('\r\n'))
  const { data } = await bench.call(page, 'GET', '/v1/inboxes/signup@mayfly.test/messages')
  return { message: `/inboxes/signup@mayfly.test/${data[0].id}`, webhook: `/settings/webhooks/${id}` }
}

/** One that is as it should be, and one whose mail goes elsewhere. */
async function addDomains() {
  const exchanges = { 'acme.test': 'mx.mayfly.test', 'shop.test': 'mx.elsewhere.test' }
  for (const [domain, exchange] of Object.entries(exchanges)) {
    const { records } = await post('/v1/domains', { domain })
    await zones.change({ [domain]: [`_mayfly TXT "${records[0].value}"`, `@ MX 10 ${exchange}.`] })
    await post(`/v1/domains/${domain}/check`)
  }
}

function post(path, body) {
  return bench.call(page, 'POST', path, body)
}
