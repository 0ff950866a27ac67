import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { call, get, withQuery } from '../api/call.ts'
import { startSession } from '../api/session.ts'
import type { InviteAsk, Session } from '../api/types.ts'
import { Field, Submit } from '../ui/field.tsx'
import { Form, type Values } from '../ui/form.tsx'
import { Loaded, Skeleton } from '../ui/states.tsx'
import { PASSWORD_HINT } from './password-hint.ts'
import { SignFrame } from './sign-frame.tsx'
import { useToken } from './use-token.ts'

export function InvitePage() {
  const token = useToken()
  const query = useQuery({
    queryKey: ['invite', token],
    queryFn: ({ signal }) => get<InviteAsk>(withQuery('/invites/accept', { token }), signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <SignFrame title="You are invited">
      <Loaded query={query} skeleton={<Skeleton className="h-40" />}>
        {(invite) => <AcceptForm invite={invite} token={token} />}
      </Loaded>
    </SignFrame>
  )
}

function AcceptForm({ invite, token }: { invite: InviteAsk; token: string }) {
  const [, go] = useLocation()
  const submit = async ({ email = '', password = '' }: Values) => {
    startSession(await call<Session>('POST', '/invites/accept', { token, email, password }))
    go('/inboxes', { replace: true })
  }
  return (
    <Form submit={submit} place={{ conflict: 'email' }}>
      <p className="text-soft">
        Join the account of <b className="wrap-anywhere text-ink">{invite.account}</b> as {invite.role}.
      </p>
      <Field
        name="email"
        label="E-mail"
        type="email"
        autoComplete="username"
        defaultValue={invite.email ?? ''}
        autoFocus
      />
      <Field name="password" label="Password" type="password" autoComplete="new-password" hint={PASSWORD_HINT} />
      <Submit className="w-full">Join</Submit>
    </Form>
  )
}
