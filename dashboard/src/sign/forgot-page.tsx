import { useState } from 'react'
import { Link } from 'wouter'
import { call } from '../api/call.ts'
import { Field, Submit } from '../ui/field.tsx'
import { Form, type Values } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { LINK, SignFrame } from './sign-frame.tsx'

export function ForgotPage() {
  const [sent, setSent] = useState(false)
  const submit = async ({ email = '' }: Values) => {
    await call('POST', '/password/forgot', { email })
    setSent(true)
  }
  const foot = (
    <Link href="/sign-in" className={LINK}>
      Back to sign-in
    </Link>
  )
  return (
    <SignFrame title="Forgot the password" foot={foot}>
      {sent ? (
        <Notice kind="good">
          If there is an account for this address and the server can send mail, a link is on its way. Otherwise ask the
          operator for one: <code className="font-mono">mayflyd admin user reset</code>
        </Notice>
      ) : (
        <Form submit={submit}>
          <Field name="email" label="E-mail" type="email" autoComplete="username" autoFocus />
          <Submit className="w-full">Send me a link</Submit>
        </Form>
      )}
    </SignFrame>
  )
}
