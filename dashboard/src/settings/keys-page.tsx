import { useState } from 'react'
import { createKey, revokeKey, useKeys } from '../api/settings.ts'
import type { ApiKey, NewApiKey } from '../api/types.ts'
import { Button } from '../ui/button.tsx'
import { CopyLine } from '../ui/code-block.tsx'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { Field, SelectField, Submit } from '../ui/field.tsx'
import { Form, type Values } from '../ui/form.tsx'
import { Badge, Notice } from '../ui/notice.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { PageHead, Row, Rows } from './section.tsx'

const SCOPES = [
  ['full', 'Full: everything'],
  ['read', 'Read: look, but change nothing'],
  ['codes', 'Codes: inboxes, codes and links, no texts'],
] as const

export function KeysPage() {
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const list = useKeys()
  return (
    <>
      <PageHead
        title="API keys"
        action={
          <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
            New key
          </Button>
        }
      >
        A key acts for the whole account. Make one for each place that uses it, so that one can be revoked alone.
      </PageHead>
      <Rows
        label="API keys"
        list={list}
        keyOf={(key) => key.id}
        empty={{ icon: 'link', title: 'No key yet', text: 'The API takes no request without one.' }}
        row={(key) => <KeyRow apiKey={key} revoke={() => setRevoking(key)} />}
      />
      {creating && <NewKeyDialog close={() => setCreating(false)} />}
      {revoking && (
        <ConfirmDialog
          title="Revoke the key"
          action="Revoke"
          confirm={() => revokeKey(revoking.id)}
          close={() => setRevoking(null)}
        >
          Whatever uses <b className="wrap-anywhere">{revoking.name}</b> is refused within a second. This cannot be
          undone.
        </ConfirmDialog>
      )}
    </>
  )
}

function KeyRow({ apiKey, revoke }: { apiKey: ApiKey; revoke: () => void }) {
  const { name, prefix, last4, scope, last_used_at: used, revoked_at: revoked } = apiKey
  const title = (
    <>
      <span>{name}</span>
      <Badge>{scope}</Badge>
      {revoked && <Badge kind="bad">revoked</Badge>}
    </>
  )
  return (
    <Row
      title={title}
      action={
        !revoked && (
          <Button kind="danger" onClick={revoke} aria-label={`Revoke ${name}`}>
            Revoke
          </Button>
        )
      }
    >
      <code className="font-mono text-[13px]">
        {prefix}…{last4}
      </code>
      {' · made '}
      <RelativeTime at={apiKey.created_at} />
      {' · '}
      {revoked ? (
        <>
          revoked <RelativeTime at={revoked} />
        </>
      ) : used ? (
        <>
          last used <RelativeTime at={used} />
        </>
      ) : (
        'never used'
      )}
    </Row>
  )
}

function NewKeyDialog({ close }: { close: () => void }) {
  const [made, setMade] = useState<NewApiKey | null>(null)
  const submit = async ({ name = '', scope = 'full' }: Values) => setMade(await createKey({ name: name.trim(), scope }))
  if (made) {
    return (
      <Dialog title="Your new key" close={close}>
        <div className="space-y-4">
          <Notice kind="warn">This is the only time that it is shown. Keep it where secrets belong.</Notice>
          <CopyLine text={made.key} what="the key" />
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
    <Dialog title="New key" close={close}>
      <Form submit={submit}>
        <Field name="name" label="Name" placeholder="Where it is used" maxLength={100} autoComplete="off" autoFocus />
        <SelectField name="scope" label="Scope" defaultValue="full">
          {SCOPES.map(([scope, label]) => (
            <option key={scope} value={scope}>
              {label}
            </option>
          ))}
        </SelectField>
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Submit>Create</Submit>
        </div>
      </Form>
    </Dialog>
  )
}
