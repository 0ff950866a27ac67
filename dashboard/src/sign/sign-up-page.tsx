import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { call } from '../api/call.ts'
import { startSession } from '../api/session.ts'
import type { Session } from '../api/types.ts'
import { Button } from '../ui/button.tsx'
import { Field, Submit } from '../ui/field.tsx'
import { Form, type Values } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { destination } from './destination.ts'
import { PASSWORD_HINT } from './password-hint.ts'
import { LINK, SignFrame } from './sign-frame.tsx'

/** Where the server sends mail, the address is confirmed with a code first. */
type Answer = Session | { status: 'code_sent' }

export function SignUpPage() {
  const [email, setEmail] = useState<string | null>(null)
  return email === null ? <NewAccount confirm={setEmail} /> : <CodeStep email={email} back={() => setEmail(null)} />
}

function NewAccount({ confirm }: { confirm: (email: string) => void }) {
  const enter = useEnter()
  const submit = async ({ email = '', password = '' }: Values) => {
    const answer = await call<Answer>('POST', '/signup', { email, password })
    if ('status' in answer) confirm(email)
    else enter(answer)
  }
  const foot = (
    <p>
      Have an account?{' '}
      <Link href="/sign-in" className={LINK}>
        Sign in
      </Link>
    </p>
  )
  return (
    <SignFrame title="Make an account" foot={foot}>
      <Form submit={submit} place={{ conflict: 'email', invalid_address: 'email' }}>
        <Field name="email" label="E-mail" type="email" autoComplete="username" autoFocus />
        <Field name="password" label="Password" type="password" autoComplete="new-password" hint={PASSWORD_HINT} />
        <Submit className="w-full">Make the account</Submit>
      </Form>
    </SignFrame>
  )
}

function CodeStep({ email, back }: { email: string; back: () => void }) {
  const enter = useEnter()
  const submit = async ({ code = '' }: Values) => {
    enter(await call<Session>('POST', '/signup/confirm', { email, code: code.replace(/\s/g, '') }))
  }
  return (
    <SignFrame title="Confirm your e-mail">
      <Form submit={submit} place={{ invalid_credentials: 'code' }}>
        <Notice>
          We have sent six digits to <b className="wrap-anywhere">{email}</b>. They hold for 15 minutes.
        </Notice>
        <Field
          name="code"
          label="Code"
          className="font-mono"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
        />
        <Submit className="w-full">Confirm</Submit>
        <Button kind="quiet" className="w-full" onClick={back}>
          Back
        </Button>
      </Form>
    </SignFrame>
  )
}

function useEnter(): (session: Session) => void {
  const [, go] = useLocation()
  const search = useSearch()
  return (session) => {
    startSession(session)
    go(destination(search, '/start'), { replace: true })
  }
}
