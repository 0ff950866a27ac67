import { setPlan } from '../../app/accounts.ts'
import type { Command } from '../command.ts'
import { planOption, toPlanName } from '../plan-option.ts'
import { readSettings } from '../settings.ts'
import { withStore } from '../with-store.ts'

export const adminAccountSetPlan: Command = {
  usage: 'admin account set-plan --account ID --plan P',
  describes: 'Gives an account another plan. A running server follows within a second.',
  options: {
    account: { type: 'string', value: 'ID', required: true, describes: 'The account, as admin account list shows it.' },
    plan: { ...planOption, required: true },
  },
  operands: [],
  async run({ options }) {
    const account = String(options.account)
    const plan = toPlanName(String(options.plan))
    await withStore((store) => setPlan(store, readSettings().plans, Date.now(), account, plan))
    process.stdout.write(`Account ${account} now has the ${plan} plan.\n`)
  },
}
