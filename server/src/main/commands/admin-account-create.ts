import { createAccount } from '../../app/accounts.ts'
import { parseAddress } from '../../domain/address.ts'
import { type Command, JSON_OPTION } from '../command.ts'
import { planOption, toPlanName } from '../plan-option.ts'
import { readSettings } from '../settings.ts'
import { UsageError } from '../usage-error.ts'
import { withNewStore } from '../with-store.ts'

export const adminAccountCreate: Command = {
  usage: 'admin account create --email E [--plan P] [--json]',
  describes: 'Makes an account with its owner and a first API key, which is shown only this once.',
  options: {
    email: { type: 'string', value: 'E', required: true, describes: "The owner's e-mail address." },
    plan: planOption,
    json: JSON_OPTION,
  },
  operands: [],
  async run({ options }) {
    const plan = options.plan === undefined ? readSettings().defaultPlan : toPlanName(String(options.plan))
    const email = toEmail(String(options.email))
    const made = await withNewStore((store) => createAccount(store, Date.now(), { email, plan }))
    const { accountId: account_id, userId: user_id, keyText: api_key } = made
    process.stdout.write(
      options.json
        ? `${JSON.stringify({ account_id, user_id, api_key })}\n`
        : `Account ${account_id} of ${email}, plan ${plan}.\nAPI key, shown only this once: ${api_key}\n`,
    )
  },
}

function toEmail(text: string): string {
  try {
    return parseAddress(text).text
  } catch {
    throw new UsageError(`"${text}" is not an e-mail address. Give it as name@domain.`)
  }
}
