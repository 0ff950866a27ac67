import { makeNote, NOBODY } from '../../app/people/audit.ts'
import { makeResetToken, resetUrl } from '../../app/people/passwords.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { Store } from '../../domain/ports.ts'
import { type Command, JSON_OPTION } from '../command.ts'
import { localAddress } from '../local-address.ts'
import { readSettings, type Settings } from '../settings.ts'
import { withStore } from '../with-store.ts'

export const adminUserReset: Command = {
  usage: 'admin user reset --email E [--totp] [--json]',
  describes: 'Makes a link with which a user chooses a new password. It works once, and for an hour.',
  options: {
    email: { type: 'string', value: 'E', required: true, describes: "The user's e-mail address." },
    totp: { type: 'boolean', describes: 'Takes away the second factor too: for a device that is lost.' },
    json: JSON_OPTION,
  },
  operands: [],
  async run({ options }) {
    const email = String(options.email).trim().toLowerCase()
    const { userId, token } = await withStore((store) => makeReset(store, email, options.totp === true))
    const url = resetUrl(publicUrl(readSettings()), token)
    process.stdout.write(
      options.json
        ? `${JSON.stringify({ user_id: userId, url })}\n`
        : `A new password for ${email}, once, within an hour:\n${url}\n`,
    )
  },
}

async function makeReset(store: Store, email: string, totp: boolean): Promise<{ userId: string; token: string }> {
  const user = await store.people.userByEmail(email)
  if (!user) throw new DomainError('not_found', `There is no user with the e-mail address ${email}.`)
  const now = Date.now()
  if (totp) await store.people.removeTotp(user.id, makeNote(now, NOBODY, 'totp.off', user.id, null))
  return { userId: user.id, token: await makeResetToken(store, now, user.id) }
}

function publicUrl({ baseUrl, host, httpPort }: Settings): string {
  return baseUrl ?? `http://${localAddress(host, httpPort)}`
}
