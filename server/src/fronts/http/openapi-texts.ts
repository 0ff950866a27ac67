import type { HeaderName } from './openapi-headers.ts'
import { PEOPLE_TEXTS } from './openapi-people-texts.ts'

/** What is put in place before the call of an example, so that it works as printed. */
export type Preparation =
  | 'inbox'
  | 'message'
  | 'page'
  | 'attachment'
  | 'key'
  | 'session'
  | 'invite'
  | 'member'
  | 'device'
  | 'account'
  | 'webhook'
  | 'delivery'
  | 'domain'

/** What the schemas of an operation do not say. */
export interface OperationText {
  readonly id: string
  readonly summary: string
  /** Media types, where they are not JSON. */
  readonly takes?: string
  readonly gives?: string
  /** Optional headers of the request, beside the key. */
  readonly headers?: Readonly<Record<string, string>>
  /** Headers of the answers by their status, beside those that all have. */
  readonly replyHeaders?: Readonly<Record<string, readonly HeaderName[]>>
  /** For the example: what it needs, asks and sends. */
  readonly before?: Preparation
  readonly query?: string
  readonly body?: Readonly<Record<string, unknown>>
  /** Where it takes something that only the reader has, such as a code from a mail. */
  readonly byHand?: boolean
  /** The group that it stands in; else the path says so. */
  readonly tag?: string
}

/** Of parameters that mean the same everywhere and do not say it themselves. */
export const PARAMETER_TEXTS: Readonly<Record<string, string>> = {
  limit: 'At most so many.',
  from: "Part of the sender's address, in any case.",
  subject: 'Part of the subject, in any case.',
  contains: 'Part of the subject, the text, or the text of the HTML, in any case. Not for keys with the scope `codes`.',
  has: 'Only messages with one of these.',
  count: 'How many messages to wait for.',
  id: 'As it came from the API.',
  n: 'The `index` of the attachment.',
  user_code: 'As the device shows it.',
  domain: 'The name, URL-encoded.',
  token: 'What stands in the link behind `#token=`.',
}

/** By method and path. */
export const OPERATION_TEXTS: Readonly<Record<string, OperationText>> = {
  ...PEOPLE_TEXTS,
  'GET /getMail': {
    id: 'getMail',
    summary: 'The messages of one inbox, newest first. Reading an address that nobody has makes it yours.',
    headers: { Prefer: '`wait=n` does the same as the parameter.' },
    replyHeaders: { 200: ['Link', 'Preference-Applied'] },
  },
  'POST /v1/inboxes': {
    id: 'createInbox',
    summary: 'Makes an inbox: at the address you name, or at one that nobody can guess.',
    replyHeaders: { 201: ['Location'] },
    body: { label: 'sign-up test', ttl_seconds: 3600 },
  },
  'GET /v1/inboxes': { id: 'listInboxes', summary: 'Your inboxes.', query: 'limit=10' },
  'GET /v1/inboxes/{address}': { id: 'getInbox', summary: 'One of your inboxes.', before: 'inbox' },
  'PATCH /v1/inboxes/{address}': {
    id: 'changeInbox',
    summary: 'Changes the label or the time to live of an inbox.',
    before: 'inbox',
    body: { label: 'password reset' },
  },
  'DELETE /v1/inboxes/{address}': {
    id: 'deleteInbox',
    summary: 'Deletes an inbox with all its messages.',
    before: 'inbox',
  },
  'GET /v1/inboxes/{address}/messages': {
    id: 'listMessages',
    summary: 'The messages of an inbox in short, newest first.',
    query: 'has=code',
  },
  'POST /v1/inboxes/{address}/messages': {
    id: 'injectMessage',
    summary: 'Puts a message in as if it had come by SMTP: for fixtures.',
    takes: 'message/rfc822',
    replyHeaders: { 201: ['Location'] },
  },
  'DELETE /v1/inboxes/{address}/messages': {
    id: 'emptyInbox',
    summary: 'Deletes all messages of an inbox.',
    before: 'message',
  },
  'GET /v1/inboxes/{address}/wait': {
    id: 'waitForMessage',
    summary: 'Holds the answer until a message matches. A time-out is a 200 that says what came close.',
    before: 'message',
    query: 'timeout=10&subject=code',
  },
  'GET /v1/messages/{id}': { id: 'getMessage', summary: 'One message in full.', before: 'message' },
  'DELETE /v1/messages/{id}': { id: 'deleteMessage', summary: 'Deletes one message.', before: 'message' },
  'GET /v1/messages/{id}/raw': {
    id: 'getRawMessage',
    summary: 'The source of a message as it came.',
    gives: 'message/rfc822',
    before: 'message',
  },
  'GET /v1/messages/{id}/html': {
    id: 'getMessageHtml',
    summary: 'The HTML of a message, made safe to show.',
    gives: 'text/html',
    before: 'page',
  },
  'GET /v1/messages/{id}/attachments/{n}': {
    id: 'getAttachment',
    summary: 'One attachment of a message.',
    gives: 'application/octet-stream',
    before: 'attachment',
  },
  'GET /v1/events': {
    id: 'followEvents',
    summary: 'What happens in your account, as server-sent events: message.received, inbox.created.',
    gives: 'text/event-stream',
    headers: { 'Last-Event-ID': 'The id of the last event that you have: the stream goes on behind it.' },
  },
  'PATCH /v1/messages/{id}': {
    id: 'markMessage',
    summary: 'Marks a message as read or unread.',
    before: 'message',
    body: { seen: true },
  },
  'POST /v1/inboxes/{address}/test-mail': {
    id: 'sendTestMail',
    summary: 'Puts in a mail with a code and a link, to try with.',
    replyHeaders: { 201: ['Location'] },
  },
  'GET /v1/account': { id: 'getAccount', summary: 'Your plan, and what is used of it.' },
  'GET /v1/keys': { id: 'listKeys', summary: 'The API keys of your account.' },
  'POST /v1/keys': {
    id: 'createKey',
    summary: 'Makes an API key. It is shown this once.',
    body: { name: 'continuous integration', scope: 'read' },
  },
  'DELETE /v1/keys/{id}': { id: 'revokeKey', summary: 'Revokes an API key, within a second.', before: 'key' },
  'GET /v1/webhooks': { id: 'listWebhooks', summary: 'Your webhook endpoints.' },
  'POST /v1/webhooks': {
    id: 'createWebhook',
    summary: 'Makes a webhook endpoint: a URL that is told of events as they happen.',
    replyHeaders: { 201: ['Location'] },
    body: { url: 'https://example.com/hooks', events: ['message.received'], description: 'sign-up tests' },
  },
  'GET /v1/webhooks/{id}': { id: 'getWebhook', summary: 'One of your endpoints.', before: 'webhook' },
  'PATCH /v1/webhooks/{id}': {
    id: 'changeWebhook',
    summary: 'Changes an endpoint. What is left out stays as it is.',
    before: 'webhook',
    body: { events: ['message.received', 'inbox.created'] },
  },
  'DELETE /v1/webhooks/{id}': {
    id: 'deleteWebhook',
    summary: 'Deletes an endpoint with its log.',
    before: 'webhook',
  },
  'GET /v1/webhooks/{id}/secret': {
    id: 'getWebhookSecret',
    summary: 'What its deliveries are signed with.',
    before: 'webhook',
  },
  'POST /v1/webhooks/{id}/rotate-secret': {
    id: 'rotateWebhookSecret',
    summary: 'A new secret. The one before it holds too for a while, so that receivers can change over.',
    before: 'webhook',
    body: { overlap_seconds: 3600 },
  },
  'POST /v1/webhooks/{id}/pause': {
    id: 'pauseWebhook',
    summary: 'Sends nothing to an endpoint until it is resumed. Its events are held.',
    before: 'webhook',
  },
  'POST /v1/webhooks/{id}/resume': {
    id: 'resumeWebhook',
    summary: 'Sends to an endpoint again, and delivers or drops what was held.',
    before: 'webhook',
    body: { held: 'drop' },
  },
  'POST /v1/webhooks/{id}/test': {
    id: 'testWebhook',
    summary: 'Sends a test.ping, also to a paused endpoint, and answers with what came of it.',
    before: 'webhook',
  },
  'POST /v1/webhooks/{id}/redeliver': {
    id: 'redeliverSince',
    summary: 'Sends again what failed since then.',
    before: 'webhook',
    body: { since: '2026-01-01T00:00:00Z' },
  },
  'GET /v1/webhooks/{id}/deliveries': {
    id: 'listWebhookDeliveries',
    summary: 'The log of one endpoint, newest first.',
    before: 'webhook',
  },
  'GET /v1/deliveries': { id: 'listDeliveries', summary: 'The log of all your endpoints, newest first.' },
  'GET /v1/deliveries/{id}': {
    id: 'getDelivery',
    summary: 'One delivery with its payload and every attempt.',
    before: 'delivery',
  },
  'POST /v1/deliveries/{id}/redeliver': {
    id: 'redeliver',
    summary: 'Sends one delivery again, under the same delivery_id.',
    before: 'delivery',
  },
  'GET /v1/domains': { id: 'listDomains', summary: 'Your own domains, with the records that each is to have.' },
  'POST /v1/domains': {
    id: 'addDomain',
    summary: 'Adds a domain of your own, and says which DNS records to set.',
    replyHeaders: { 201: ['Location'] },
    body: { domain: 'inbox.shop.test' },
  },
  'GET /v1/domains/{domain}': {
    id: 'getDomain',
    summary: 'One of your domains: each record, what was found of it, and what to do.',
    before: 'domain',
  },
  'DELETE /v1/domains/{domain}': {
    id: 'removeDomain',
    summary: 'Takes no mail for a domain any more. What came before stays until its retention ends.',
    before: 'domain',
  },
  'POST /v1/domains/{domain}/check': {
    id: 'checkDomain',
    summary: 'Looks at the DNS records of a domain now. Once in 10 seconds.',
    before: 'domain',
  },
  'GET /healthz': { id: 'getHealth', summary: 'Whether the process is alive.' },
  'GET /readyz': { id: 'getReadiness', summary: 'Whether the service can take mail and answer.' },
}
