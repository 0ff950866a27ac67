/** What a model is told to do next. A new code does not compile until it has a row here. */
const ADVICE = {
  invalid_request: 'Correct the arguments and call the tool again.',
  invalid_address: 'Give the whole address as create_inbox returned it.',
  invalid_key: 'Ask the user for a valid API key: only they can set it, in the settings of this MCP server.',
  inbox_taken: 'This address belongs to somebody else. Call create_inbox and use the address that it returns.',
  inbox_limit_reached: 'Call list_inboxes, and delete_inbox for one that is no longer needed; or ask the user.',
  plan_required: 'The plan of this account does not include this. Tell the user.',
  forbidden: 'This API key may not do this. Use another tool, or ask the user for a key with a wider scope.',
  not_found: 'Call list_inboxes or list_messages to see what there is.',
  conflict: 'Look at what there is first, then try again.',
  foreign_domain: 'Only addresses on the domains of this service work. Call create_inbox to get one.',
  too_large: 'It is too large for this account. Tell the user.',
  rate_limited: 'Wait as long as the message says before the next call, and prefer one wait over many looks.',
  too_many_waits: 'Let a wait that is open end first, then call again.',
  unavailable: 'Try once more in a few seconds. If it fails again, tell the user.',
  internal: 'Try once more. If it fails again, tell the user.',
} as const

export type RefusalCode = keyof typeof ADVICE

/** Why the mail service did not do what a tool asked for, in a way that a model can act on. */
export class MailRefusal extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, detail: string) {
    super(detail)
    this.name = 'MailRefusal'
    this.code = code
  }

  /** What to do next. */
  get advice(): string {
    return ADVICE[this.code]
  }
}
