import { useLocation } from 'wouter'
import { deleteInbox, emptyInbox, labelInbox } from '../api/inboxes.ts'
import type { Inbox } from '../api/types.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { Field, Submit } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { plural } from '../ui/format.ts'
import { showToast } from '../ui/toasts.tsx'
import { inboxPath } from './paths.ts'

type DialogProps = { inbox: Inbox; close: () => void }

export function LabelDialog({ inbox, close }: DialogProps) {
  return (
    <Dialog title="Label" close={close}>
      <Form
        submit={async ({ label = '' }) => {
          await labelInbox(inbox.address, label.trim() === '' ? null : label.trim())
          close()
        }}
      >
        <Field name="label" label="Label" defaultValue={inbox.label ?? ''} maxLength={200} autoFocus />
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Submit>Save</Submit>
        </div>
      </Form>
    </Dialog>
  )
}

export function EmptyDialog({ inbox, close }: DialogProps) {
  const [, go] = useLocation()
  const confirm = async () => {
    await emptyInbox(inbox.address)
    showToast('All messages deleted')
    go(inboxPath(inbox.address))
  }
  return (
    <ConfirmDialog title="Empty the inbox" action="Delete all messages" confirm={confirm} close={close}>
      All {plural(inbox.message_count, 'message')} of <b className="wrap-anywhere">{inbox.address}</b> are deleted. The
      inbox stays yours.
    </ConfirmDialog>
  )
}

export function DeleteDialog({ inbox, close }: DialogProps) {
  const [, go] = useLocation()
  const confirm = async () => {
    await deleteInbox(inbox.address)
    showToast('Inbox deleted')
    go('/inboxes')
  }
  return (
    <ConfirmDialog title="Delete the inbox" action="Delete the inbox" confirm={confirm} close={close}>
      <b className="wrap-anywhere">{inbox.address}</b> and {plural(inbox.message_count, 'message')} in it are deleted,
      and the address is free for anybody.
    </ConfirmDialog>
  )
}
