import { useState } from 'react'
import { useLocation } from 'wouter'
import { createInbox } from '../api/inboxes.ts'
import { useSession } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, Submit } from '../ui/field.tsx'
import { Form, type Values } from '../ui/form.tsx'
import { inboxPath } from './paths.ts'

const KINDS = [
  ['random', 'Random', 'Nobody can guess it.'],
  ['named', 'Named', 'You choose what stands before the @.'],
] as const

export function NewInboxDialog({ close }: { close: () => void }) {
  const { service_domains: domains } = useSession()
  const [kind, setKind] = useState<'random' | 'named'>('random')
  const [, go] = useLocation()
  const submit = async ({ address = '', label = '' }: Values) => {
    const named = address.includes('@') ? address : `${address}@${domains[0]}`
    const inbox = await createInbox({
      ...(kind === 'named' && { address: named.trim() }),
      ...(label.trim() !== '' && { label: label.trim() }),
    })
    close()
    go(inboxPath(inbox.address))
  }
  const place = { inbox_taken: 'address', foreign_domain: 'address', invalid_address: 'address' }
  return (
    <Dialog title="New inbox" close={close}>
      <Form submit={submit} place={place}>
        <fieldset className="grid grid-cols-2 gap-2">
          <legend className="sr-only">Address</legend>
          {KINDS.map(([name, title, text]) => (
            <label
              key={name}
              className="cursor-pointer rounded-md border border-edge p-3 has-checked:border-accent has-checked:bg-tint has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="kind"
                value={name}
                checked={kind === name}
                onChange={() => setKind(name)}
                className="sr-only"
              />
              <span className="block font-medium">{title}</span>
              <span className="block text-soft">{text}</span>
            </label>
          ))}
        </fieldset>
        {kind === 'named' && (
          <Field
            name="address"
            label="Address"
            className="font-mono"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="signup-test"
            hint={domains[0] && `Without a domain it is at @${domains[0]}.`}
            autoFocus
          />
        )}
        <Field name="label" label="Label" placeholder="Optional" maxLength={200} autoComplete="off" />
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Submit>Create</Submit>
        </div>
      </Form>
    </Dialog>
  )
}
