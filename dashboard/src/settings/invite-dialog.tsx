import { useState } from 'react'
import { useSession } from '../api/session.ts'
import { createInvite } from '../api/settings.ts'
import { Button } from '../ui/button.tsx'
import { CopyLine } from '../ui/code-block.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, SelectField, Submit } from '../ui/field.tsx'
import { Form, type Values } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'

export function InviteDialog({ close }: { close: () => void }) {
  const { user } = useSession()
  const [url, setUrl] = useState<string | null>(null)
  const submit = async ({ role = 'member', email = '' }: Values) => {
    const invite = await createInvite({ role, ...(email.trim() !== '' && { email: email.trim() }) })
    setUrl(invite.url ?? '')
  }
  if (url !== null) {
    return (
      <Dialog title="Invitation link" close={close}>
        <div className="space-y-4">
          <Notice kind="warn">Send this link yourself: it is shown this once, works once, and holds for 7 days.</Notice>
          <CopyLine text={url} what="the link" />
          <div className="flex justify-end">
            <Button kind="primary" onClick={close}>
              Done
            </Button>
          </div>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title="Invite" close={close}>
      <Form submit={submit}>
        <Field
          name="email"
          label="E-mail"
          type="email"
          placeholder="Optional"
          autoComplete="off"
          hint="With one, only this person can use the link."
          autoFocus
        />
        <SelectField name="role" label="Role" defaultValue="member">
          <option value="member">Member</option>
          <option value="admin">Admin</option>
          {user.role === 'owner' && <option value="owner">Owner</option>}
        </SelectField>
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Submit>Make a link</Submit>
        </div>
      </Form>
    </Dialog>
  )
}
