import { useState } from 'react'
import { Link, Redirect, useLocation, useSearch } from 'wouter'
import { call } from '../api/call.ts'
import { Problem } from '../api/problem.ts'
import { startSession, useSessionQuery } from '../api/session.ts'
import type { Session } from '../api/types.ts'
import { Button } from '../ui/button.tsx'
import { Field, Submit } from '../ui/field.tsx'
import { Form, type Values } from '../ui/form.tsx'
import { destination } from './destination.ts'
import { LINK, SignFrame } from './sign-frame.tsx'

interface Credentials {
  readonly email: string
  readonly password: string
}

export function SignInPage() {
  const { data: session } = useSessionQuery()
  const search = useSearch()
  const [first, setFirst] = useState<Credentials | null>(null)
  if (session) return <Redirect to={destination(search)} replace />
  return first === null ? (
    <PasswordStep needSecond={setFirst} />
  ) : (
    <SecondStep first={first} back={() => setFirst(null)} />
  )
}

function PasswordStep({ needSecond }: { needSecond: (first: Credentials) => void }) {
  const search = useSearch()
  const signIn = useSignIn()
  const submit = async ({ email = '', password = '' }: Values) => {
    try {
      await signIn({ email, password })
    } catch (error) {
      if (error instanceof Problem && error.code === 'totp_required') return needSecond({ email, password })
      throw error
    }
  }
  const foot = (
    <>
      <p>
        New here?{' '}
        <Link href={`/sign-up${search && `?${search}`}`} className={LINK}>
          Make an account
        </Link>
      </p>
      <Link href="/forgot" className={LINK}>
        Forgot the password?
      </Link>
    </>
  )
  return (
    <SignFrame title="Sign in" foot={foot}>
      <Form submit={submit}>
        <Field name="email" label="E-mail" type="email" autoComplete="username" autoFocus />
        <Field name="password" label="Password" type="password" autoComplete="current-password" />
        <Submit className="w-full">Sign in</Submit>
      </Form>
    </SignFrame>
  )
}

function SecondStep({ first, back }: { first: Credentials; back: () => void }) {
  const [recovery, setRecovery] = useState(false)
  const signIn = useSignIn()
  const name = recovery ? 'recovery_code' : 'totp'
  const submit = (values: Values) => signIn({ ...first, [name]: (values[name] ?? '').replace(/\s/g, '') })
  const foot = (
    <button type="button" className={LINK} onClick={() => setRecovery(!recovery)}>
      {recovery ? 'Use the app instead' : 'Use a recovery code instead'}
    </button>
  )
  return (
    <SignFrame title="Second factor" foot={foot}>
      <Form key={name} submit={submit} place={{ invalid_credentials: name }}>
        {recovery ? (
          <Field
            name="recovery_code"
            label="Recovery code"
            className="font-mono"
            autoComplete="off"
            hint="Each of them works once."
            autoFocus
          />
        ) : (
          <Field
            name="totp"
            label="Code from your app"
            className="font-mono"
            inputMode="numeric"
            autoComplete="one-time-code"
            hint={`Signing in as ${first.email}.`}
            autoFocus
          />
        )}
        <Submit className="w-full">Sign in</Submit>
        <Button kind="quiet" className="w-full" onClick={back}>
          Back
        </Button>
      </Form>
    </SignFrame>
  )
}

function useSignIn(): (wish: Credentials & Readonly<Record<string, string>>) => Promise<void> {
  const [, go] = useLocation()
  const search = useSearch()
  return async (wish) => {
    const session = await call<Session>('POST', '/session', wish)
    startSession(session)
    go(destination(search), { replace: true })
  }
}
