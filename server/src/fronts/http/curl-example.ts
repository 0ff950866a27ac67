import type { OpenApiDocument, Operation } from './openapi-document.ts'
import { OPERATION_TEXTS, type Preparation } from './openapi-texts.ts'

/** Where the examples are run: the server as the reader reaches it, and an address that nobody else has. */
export interface ExampleSite {
  readonly document: OpenApiDocument
  readonly address: string
}

/** One that anybody may add: nobody has it for good. */
const SAMPLE_DOMAIN = 'inbox.shop.test'
const KEY = '-H "X-API-KEY: $MAYFLY_API_KEY"'
const BREAK = ' \\\n  '

const LETTER = 'From: shop@example.com\\r\\nSubject: Your code is 493817\\r\\n'
const LETTERS: Readonly<Record<'message' | 'page' | 'attachment', string>> = {
  message: `${LETTER}\\r\\nYour code is 493817.\\r\\n`,
  page: `${LETTER}Content-Type: text/html\\r\\n\\r\\n<p>Your code is <b>493817</b>.</p>\\r\\n`,
  attachment: `${LETTER}Content-Type: text/csv\\r\\nContent-Disposition: attachment; filename=a.csv\\r\\n\\r\\n1,2,3\\r\\n`,
}

/** A command for sh that works as it is, with the key in MAYFLY_API_KEY. */
export function curlExample(site: ExampleSite, method: string, path: string, operation: Operation): string {
  const { before, takes, gives } = OPERATION_TEXTS[`${method} ${path}`] ?? {}
  if (takes === 'message/rfc822') return putLetter(site, LETTERS.message)
  const person = operation.security?.some((scheme) => 'session' in scheme) ?? false
  const prepared = [
    ...(person || before === 'invite' ? [signIn(site)] : []),
    ...(before === undefined ? [] : [prepare(site, before)]),
    '',
  ].join('\n')
  const parts = [gives === 'text/event-stream' ? 'curl -fsN -m 3' : 'curl -fsS']
  if (method !== 'GET') parts[0] += ` -X ${method}`
  if (operation.security.some((scheme) => 'apiKey' in scheme)) parts.push(KEY)
  if (person) parts.push(JAR)
  if (method !== 'GET' && !operation.security.some((scheme) => 'apiKey' in scheme))
    parts.push(`-H "Origin: ${baseOf(site)}"`)
  const body = operation.requestBody?.content['application/json']?.example
  if (body !== undefined) parts.push("-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body))}`)
  parts.push(`"${urlOf(site, method, path, operation)}"`)
  // A stream has no end of its own: it is cut off after 3 s, which is what curl complains of and head does not.
  const rest = gives === 'text/event-stream' ? ' | head -n 20' : ''
  return prepared + parts.join(BREAK) + rest
}

function prepare(site: ExampleSite, what: Preparation): string {
  const json = ['curl -fsS', KEY, "-H 'Content-Type: application/json'"]
  switch (what) {
    case 'inbox':
      json[0] += ' -o /dev/null'
      return [...json, `-d ${quote(JSON.stringify({ address: site.address }))}`, `"${baseOf(site)}/v1/inboxes"`].join(
        BREAK,
      )
    case 'key': {
      const call = [...json, `-d '{"name":"for a day","scope":"read"}'`, `"${baseOf(site)}/v1/keys"`].join(BREAK)
      return `id=$(${call} | grep -o 'key_[0-9a-z]*')`
    }
    case 'domain':
      json[0] += ' -o /dev/null'
      return [...json, `-d ${quote(JSON.stringify({ domain: SAMPLE_DOMAIN }))}`, `"${baseOf(site)}/v1/domains"`].join(
        BREAK,
      )
    case 'webhook':
      return madeWebhook(site)
    case 'delivery':
      return `${madeWebhook(site)}
id=$(curl -fsS -X POST ${KEY} "${baseOf(site)}/v1/webhooks/$id/test" |
  grep -o 'dlv_[0-9a-z]*' | head -n 1)`
    case 'session':
      return `id=$(${readAsPerson(site, '/v1/sessions')} | grep -o 'ses_[0-9a-z]*' | head -n 1)`
    case 'account':
      return `id=$(${readAsPerson(site, '/v1/operator/accounts')} | grep -o 'acc_[0-9a-z]*' | head -n 1)`
    case 'device':
      return `user_code=$(curl -fsS -X POST "${baseOf(site)}/v1/device/code" | sed 's/.*user_code":"//; s/".*//')`
    case 'invite':
      return makeInvite(site)
    case 'member':
      return `${makeInvite(site)}\n${acceptInvite(site)}`
    default:
      return `id=$(${putLetter(site, LETTERS[what])} | cut -d '"' -f 4)`
  }
}

function madeWebhook(site: ExampleSite): string {
  const body = quote(JSON.stringify({ url: 'https://example.com/hooks' }))
  const call = ['curl -fsS', KEY, "-H 'Content-Type: application/json'", `-d ${body}`, `"${baseOf(site)}/v1/webhooks"`]
  return `id=$(${call.join(BREAK)} | grep -o 'whk_[0-9a-z]*')`
}

const JAR = '-b "$jar"'

/** As a browser would: with a cookie, and from a page of the service. */
function signIn(site: ExampleSite): string {
  const credentials = '-d "{\\"email\\":\\"$MAYFLY_EMAIL\\",\\"password\\":\\"$MAYFLY_PASSWORD\\"}"'
  const call = ['curl -fsS -o /dev/null -c "$jar"', ...fromPage(site), credentials, `"${baseOf(site)}/v1/session"`]
  return `jar=$(mktemp)\n${call.join(BREAK)}`
}

function fromPage(site: ExampleSite): string[] {
  return [`-H "Origin: ${baseOf(site)}"`, "-H 'Content-Type: application/json'"]
}

function readAsPerson(site: ExampleSite, path: string): string {
  return `curl -fsS ${JAR} "${baseOf(site)}${path}"`
}

function makeInvite(site: ExampleSite): string {
  const call = [`curl -fsS ${JAR}`, ...fromPage(site), `-d '{"role":"member"}'`, `"${baseOf(site)}/v1/invites"`]
  return `invite=$(${call.join(BREAK)})
id=$(echo "$invite" | grep -o 'inv_[0-9a-z]*')
token=$(echo "$invite" | sed 's/.*#token=//; s/".*//')`
}

function acceptInvite(site: ExampleSite): string {
  const person =
    '-d "{\\"token\\":\\"$token\\",\\"email\\":\\"$(date +%s%N)@example.com\\",\\"password\\":\\"a password for a friend\\"}"'
  const call = ['curl -fsS', ...fromPage(site), person, `"${baseOf(site)}/v1/invites/accept"`]
  return `id=$(${call.join(BREAK)} | grep -o 'usr_[0-9a-z]*')`
}

function putLetter(site: ExampleSite, letter: string): string {
  const url = `"${baseOf(site)}/v1/inboxes/${site.address}/messages"`
  const call = ['curl -fsS', KEY, "-H 'Content-Type: message/rfc822'", '--data-binary @-', url].join(BREAK)
  return `printf '${letter}' |\n  ${call}`
}

function urlOf(site: ExampleSite, method: string, path: string, { parameters = [] }: Operation): string {
  const samples: Readonly<Record<string, string>> = {
    address: site.address,
    email: site.address,
    id: '$id',
    n: '0',
    user_code: '$user_code',
    token: '$token',
    domain: SAMPLE_DOMAIN,
  }
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => samples[name] ?? name)
  const asked = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name }) => `${name}=${samples[name] ?? name}`)
  const query = [...asked, OPERATION_TEXTS[`${method} ${path}`]?.query ?? ''].filter((part) => part !== '').join('&')
  return baseOf(site) + filled + (query === '' ? '' : `?${query}`)
}

function baseOf({ document }: ExampleSite): string {
  return document.servers[0]?.url ?? ''
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
