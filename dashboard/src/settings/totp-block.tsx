import { useState } from 'react'
import { encode } from 'uqr'
import { call } from '../api/call.ts'
import { queryClient, SESSION } from '../api/query-client.ts'
import { useSession } from '../api/session.ts'
import type { TotpSecret } from '../api/types.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock, CopyLine } from '../ui/code-block.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, Submit } from '../ui/field.tsx'
import { Form, type Values } from '../ui/form.tsx'
import { Badge, Notice } from '../ui/notice.tsx'
import { showToast } from '../ui/toasts.tsx'
import { Block, CARD } from './section.tsx'

/** The second factor: on, with a code to prove that the app has it, and off, with the password. */
export function TotpBlock() {
  const { user } = useSession()
  const [secret, setSecret] = useState<TotpSecret | null>(null)
  const [turningOff, setTurningOff] = useState(false)
  const begin = async () => {
    try {
      setSecret(await call<TotpSecret>('POST', '/totp'))
    } catch (error) {
      showToast((error as Error).message)
    }
  }
  return (
    <Block title="Second factor">
      <div className={`${CARD} flex flex-wrap items-center justify-between gap-3 p-5`}>
        <p className="text-soft">
          {user.totp ? <Badge kind="good">on</Badge> : <Badge>off</Badge>} A code from an app on your phone, beside the
          password.
        </p>
        {user.totp ? (
          <Button kind="danger" onClick={() => setTurningOff(true)}>
            Turn off
          </Button>
        ) : (
          <Button onClick={begin}>Turn on</Button>
        )}
      </div>
      {secret && <TotpDialog secret={secret} close={() => setSecret(null)} />}
      {turningOff && <TurnOffDialog close={() => setTurningOff(false)} />}
    </Block>
  )
}

function refreshSession(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: SESSION })
}

function TotpDialog({ secret, close }: { secret: TotpSecret; close: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const submit = async ({ code = '' }: Values) => {
    const answer = await call<{ recovery_codes: string[] }>('POST', '/totp/confirm', { code: code.replace(/\s/g, '') })
    setCodes(answer.recovery_codes)
    await refreshSession()
  }
  if (codes) {
    return (
      <Dialog title="Recovery codes" close={close}>
        <div className="space-y-4">
          <Notice kind="warn">Shown this once. Each signs you in once when the app is not at hand.</Notice>
          <CodeBlock text={codes.join('\n')} what="the recovery codes" />
          <div className="flex justify-end">
            <Button kind="primary" onClick={close}>
              I have kept them
            </Button>
          </div>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title="Turn on the second factor" close={close}>
      <Form submit={submit} place={{ invalid_credentials: 'code' }}>
        <p className="text-soft">Scan this with an authenticator app, or type the secret into it.</p>
        <QrCode text={secret.otpauth_url} />
        <CopyLine text={secret.secret} what="the secret" />
        <Field
          name="code"
          label="The six digits that the app shows"
          className="font-mono"
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Submit>Turn on</Submit>
        </div>
      </Form>
    </Dialog>
  )
}

/** Dark on white in every theme: cameras want it so. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 })
  const squares = data.flatMap((line, y) => line.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code of the secret"
      className="mx-auto size-48 rounded bg-white"
    >
      <path d={squares.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

function TurnOffDialog({ close }: { close: () => void }) {
  const { user } = useSession()
  const submit = async ({ password }: Values) => {
    await call('DELETE', '/totp', password ? { password } : {})
    await refreshSession()
    close()
  }
  return (
    <Dialog title="Turn off the second factor" close={close}>
      <Form submit={submit} place={{ invalid_credentials: 'password' }}>
        {user.password && (
          <Field name="password" label="Password" type="password" autoComplete="current-password" autoFocus />
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Submit kind="danger">Turn off</Submit>
        </div>
      </Form>
    </Dialog>
  )
}
