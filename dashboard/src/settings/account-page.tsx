import { useState } from 'react'
import { call } from '../api/call.ts'
import { queryClient, SESSION } from '../api/query-client.ts'
import { startSession, useSession } from '../api/session.ts'
import { endSession, useSessions } from '../api/settings.ts'
import type { SignedInSession } from '../api/types.ts'
import { PASSWORD_HINT } from '../sign/password-hint.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, Submit } from '../ui/field.tsx'
import { Form, type Values } from '../ui/form.tsx'
import { Badge, Notice } from '../ui/notice.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { showToast } from '../ui/toasts.tsx'
import { nameBrowser } from './name-browser.ts'
import { Block, CARD, PageHead, Row, Rows } from './section.tsx'
import { TotpBlock } from './totp-block.tsx'

export function AccountPage() {
  const { user, account } = useSession()
  return (
    <>
      <PageHead title="Account">
        Signed in as <b className="font-medium wrap-anywhere text-ink">{user.email}</b>, {user.role} of{' '}
        <code className="font-mono text-[13px]">{account.id}</code>.
      </PageHead>
      <PasswordBlock />
      <TotpBlock />
      <Block title="Sessions">
        <Rows
          label="Sessions"
          list={useSessions()}
          keyOf={(session) => session.id}
          empty={{ icon: 'desktop', title: 'No session' }}
          row={(session) => <SessionRow session={session} />}
        />
      </Block>
      {user.role === 'owner' && <DeletionBlock />}
    </>
  )
}

function PasswordBlock() {
  const [round, setRound] = useState(0)
  const { user } = useSession()
  const submit = async ({ current_password, new_password = '' }: Values) => {
    await call('POST', '/password', { ...(current_password && { current_password }), new_password })
    await Promise.all([SESSION, ['/sessions']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    showToast('Password changed. Your other sessions are ended.')
    setRound(round + 1) // Nothing of it stays in the fields.
  }
  return (
    <Block title="Password">
      <div className={`${CARD} p-5`}>
        <Form
          key={round}
          submit={submit}
          place={{ invalid_credentials: 'current_password' }}
          className="max-w-sm space-y-4"
        >
          {user.password ? (
            <Field name="current_password" label="Current password" type="password" autoComplete="current-password" />
          ) : (
            <Notice>
              You came by a link and have no password yet. Without one, the next sign-in needs a new link.
            </Notice>
          )}
          <Field
            name="new_password"
            label="New password"
            type="password"
            autoComplete="new-password"
            hint={PASSWORD_HINT}
          />
          <Submit kind="plain">{user.password ? 'Change the password' : 'Set the password'}</Submit>
        </Form>
      </div>
    </Block>
  )
}

function SessionRow({ session }: { session: SignedInSession }) {
  const end = () => endSession(session.id).catch((error: Error) => showToast(error.message))
  return (
    <Row
      title={
        <>
          <span title={session.user_agent}>{nameBrowser(session.user_agent)}</span>
          {session.current && <Badge kind="good">this one</Badge>}
        </>
      }
      action={
        !session.current && (
          <Button kind="danger" onClick={end} aria-label={`End the session from ${session.address}`}>
            End
          </Button>
        )
      }
    >
      {session.address} · last seen <RelativeTime at={session.last_seen_at} />
    </Row>
  )
}

function DeletionBlock() {
  const [asking, setAsking] = useState(false)
  return (
    <Block title="Delete the account">
      <div className={`${CARD} flex flex-wrap items-center justify-between gap-3 p-5`}>
        <p className="text-soft">All inboxes, mail, keys and members are gone at once, for good.</p>
        <Button kind="danger" onClick={() => setAsking(true)}>
          Delete the account
        </Button>
      </div>
      {asking && <DeletionDialog close={() => setAsking(false)} />}
    </Block>
  )
}

function DeletionDialog({ close }: { close: () => void }) {
  const { user } = useSession()
  const submit = async ({ password, confirm = '' }: Values) => {
    await call('DELETE', '/account', { ...(password && { password }), confirm: confirm.trim() })
    startSession(null)
  }
  return (
    <Dialog title="Delete the account" close={close}>
      <Form submit={submit} place={{ invalid_credentials: 'password' }}>
        <Notice kind="bad">Nothing of it can be brought back.</Notice>
        <Field
          name="confirm"
          label={`Type ${user.email} to confirm`}
          autoComplete="off"
          autoCapitalize="none"
          autoFocus
        />
        {user.password && <Field name="password" label="Password" type="password" autoComplete="current-password" />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Submit kind="danger">Delete everything</Submit>
        </div>
      </Form>
    </Dialog>
  )
}
