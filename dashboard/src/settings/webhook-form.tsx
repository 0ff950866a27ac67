import type { Webhook, WebhookWish } from '../api/types.ts'
import { Button } from '../ui/button.tsx'
import { CheckField, Field, Submit } from '../ui/field.tsx'
import { Form, type Values } from '../ui/form.tsx'

const EVENTS = [
  ['message.received', 'A mail has come'],
  ['inbox.created', 'An inbox was made'],
] as const

interface WebhookFormProps {
  webhook?: Webhook
  save: (wish: WebhookWish) => Promise<unknown>
  action: string
  close: () => void
}

export function WebhookForm({ webhook, save, action, close }: WebhookFormProps) {
  const submit = (values: Values) =>
    save({
      url: values['url']?.trim() ?? '',
      description: values['description']?.trim() ?? '',
      events: EVENTS.map(([event]) => event).filter((event) => values[event] !== undefined),
      inbox_filter: values['inbox_filter']?.trim() || null,
    })
  return (
    <Form submit={submit} place={{ plan_required: 'url', invalid_address: 'inbox_filter' }}>
      <Field
        name="url"
        label="URL"
        type="url"
        placeholder="https://example.com/hooks/mail"
        defaultValue={webhook?.url}
        className="font-mono"
        autoFocus
      />
      <Field
        name="description"
        label="Description"
        placeholder="Optional"
        defaultValue={webhook?.description}
        autoComplete="off"
      />
      <fieldset className="space-y-1">
        <legend className="mb-1 font-medium">Events</legend>
        {EVENTS.map(([event, label]) => (
          <CheckField
            key={event}
            name={event}
            label={`${label} (${event})`}
            defaultChecked={webhook ? webhook.events.includes(event) : true}
          />
        ))}
      </fieldset>
      <Field
        name="inbox_filter"
        label="Only for one inbox"
        placeholder="All inboxes"
        className="font-mono"
        defaultValue={webhook?.inbox_filter ?? ''}
        autoComplete="off"
        autoCapitalize="none"
      />
      <div className="flex justify-end gap-2">
        <Button onClick={close}>Cancel</Button>
        <Submit>{action}</Submit>
      </div>
    </Form>
  )
}
