import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { DashboardBench, PASSWORD, skip } from './dashboard-bench.ts'

/** A page of somebody else on another port: the same site to a browser, which sends the cookie, but another origin. */
async function serveForeign(body: string): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What a form can send that reads as JSON: its name and value around an equals sign. */
function hostileForm(action: string, json: object): string {
  const [name, value] = JSON.stringify({ ...json, label: '=' }).split('=') as [string, string]
  const quote = (text: string) => text.replaceAll('"', '&quot;')
  return `<form method="post" enctype="text/plain" action="${action}"><input name="${quote(name)}" value="${quote(value)}"></form>`
}

test("a foreign origin's form and fetch change nothing", { skip }, async () => {
  await using bench = await DashboardBench.open()
  const { httpUrl } = bench.server
  const page = await bench.signUp('victim@example.test')
  const inboxes = `${httpUrl}/v1/inboxes`
  await using foreign = await serveForeign(hostileForm(inboxes, { address: 'planted@mayfly.test' }))

  await page.goto(foreign.url)
  const [submitted] = await Promise.all([
    page.waitForResponse((answer) => answer.url() === inboxes),
    page.waitForURL(inboxes),
    page.evaluate('document.forms[0].submit()'),
  ])
  assert.ok(submitted.status() >= 400, `the form got ${submitted.status()}`)
  assert.ok((await submitted.request().allHeaders())['cookie'], 'the browser did send the cookie')

  await page.goto(foreign.url)
  for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded']) {
    const body = JSON.stringify(JSON.stringify({ address: 'planted@mayfly.test' }))
    for (const mode of ['no-cors', 'cors']) {
      await page.evaluate(
        `fetch('${inboxes}', { method: 'POST', credentials: 'include', mode: '${mode}', headers: { 'content-type': '${type}' }, body: ${body} }).catch(() => null)`,
      )
    }
    await page.evaluate(
      `fetch('${httpUrl}/v1/session', { method: 'DELETE', credentials: 'include' }).then((answer) => answer.text()).catch(() => null)`,
    )
  }
  const { data } = (await bench.call(page, 'GET', '/v1/inboxes')) as { data: object[] }
  assert.deepEqual(data, [], 'and the session is still there')
})

test('a foreign origin signs nobody in', { skip }, async () => {
  await using bench = await DashboardBench.open()
  const { httpUrl } = bench.server
  await bench.signUp('attacker@example.test')
  await using foreign = await serveForeign('<p>Hello</p>')
  const page = await bench.visit()
  await page.goto(foreign.url)
  const credentials = JSON.stringify(JSON.stringify({ email: 'attacker@example.test', password: PASSWORD }))
  for (const type of ['text/plain', 'application/json']) {
    await page.evaluate(
      `fetch('${httpUrl}/v1/session', { method: 'POST', credentials: 'include', mode: 'no-cors', headers: { 'content-type': '${type}' }, body: ${credentials} }).catch(() => null)`,
    )
  }
  assert.deepEqual(await page.context().cookies(httpUrl), [])
})
