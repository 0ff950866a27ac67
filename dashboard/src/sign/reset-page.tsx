import { useState } from 'react'
import { Link } from 'wouter'
import { call } from '../api/call.ts'
import { Field, Submit } from '../ui/field.tsx'
import { Form, type Values } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { PASSWORD_HINT } from './password-hint.ts'
import { LINK, SignFrame } from './sign-frame.tsx'
import { useToken } from './use-token.ts'

export function ResetPage() {
  const token = useToken()
  const [done, setDone] = useState(false)
  const submit = async ({ new_password = '' }: Values) => {
    await call('POST', '/password/reset', { token, new_password })
    setDone(true)
  }
  const foot = (
    <Link href="/sign-in" className={LINK}>
      Sign in
    </Link>
  )
  return (
    <SignFrame title="New password" foot={foot}>
      {done ? (
        <Notice kind="good">The password is changed, and every session of yours is ended.</Notice>
      ) : (
        <Form submit={submit}>
          <Field
            name="new_password"
            label="New password"
            type="password"
            autoComplete="new-password"
            hint={PASSWORD_HINT}
            autoFocus
          />
          <Submit className="w-full">Change the password</Submit>
        </Form>
      )}
    </SignFrame>
  )
}
