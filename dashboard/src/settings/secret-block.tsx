import { useState } from 'react'
import { actOnWebhook, readSecret } from '../api/settings.ts'
import type { WebhookSecret } from '../api/types.ts'
import { Button } from '../ui/button.tsx'
import { CopyLine } from '../ui/code-block.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Submit } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { showToast } from '../ui/toasts.tsx'
import { Block } from './section.tsx'

/** For owners and admins: what deliveries are signed with. */
export function SecretBlock({ id }: { id: string }) {
  const [rotating, setRotating] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const show = async () => {
    try {
      setSecret((await readSecret(id)).secret)
    } catch (error) {
      showToast((error as Error).message)
    }
  }
  return (
    <Block title="Signing secret" action={<Button onClick={() => setRotating(true)}>Rotate</Button>}>
      {secret === null ? <Button onClick={show}>Show the secret</Button> : <CopyLine text={secret} what="the secret" />}
      {rotating && <RotateDialog id={id} close={() => setRotating(false)} />}
    </Block>
  )
}

function RotateDialog({ id, close }: { id: string; close: () => void }) {
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) {
    return (
      <Dialog title="The new secret" close={close}>
        <CopyLine text={secret} what="the new secret" />
      </Dialog>
    )
  }
  const submit = async () => {
    setSecret((await actOnWebhook<WebhookSecret>(id, 'rotate-secret', {})).secret)
  }
  return (
    <Dialog title="Rotate the secret" close={close}>
      <Form submit={submit}>
        <p>
          For 24 hours both secrets sign in <code className="font-mono">webhook-signature</code>, and
          X-Service-Signature stays with the old one.
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Submit kind="danger">Rotate</Submit>
        </div>
      </Form>
    </Dialog>
  )
}
