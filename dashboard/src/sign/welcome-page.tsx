import { useLocation } from 'wouter'
import { call } from '../api/call.ts'
import { startSession } from '../api/session.ts'
import type { Session } from '../api/types.ts'
import { Submit } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { SignFrame } from './sign-frame.tsx'
import { useToken } from './use-token.ts'

/** The one-time link of the first start. A press, not the mere visit, uses it up: some programs visit every link. */
export function WelcomePage() {
  const token = useToken()
  const [, go] = useLocation()
  const submit = async () => {
    startSession(await call<Session>('POST', '/session/link', { token }))
    go('/start', { replace: true })
  }
  return (
    <SignFrame title="Welcome to Mayfly">
      <Form submit={submit}>
        <p className="text-soft">This link signs you in once, as the owner of this server. Set a password then.</p>
        <Submit className="w-full">Sign in</Submit>
      </Form>
    </SignFrame>
  )
}
