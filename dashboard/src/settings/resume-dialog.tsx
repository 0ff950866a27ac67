import { actOnWebhook } from '../api/settings.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Submit } from '../ui/field.tsx'
import { Form, type Values } from '../ui/form.tsx'

const CHOICES = [
  ['deliver', 'Deliver what was held', 'In the order in which it happened.'],
  ['drop', 'Drop what was held', 'Only what happens from now on is sent.'],
] as const

export function ResumeDialog({ id, close }: { id: string; close: () => void }) {
  const submit = async ({ held = 'deliver' }: Values) => {
    await actOnWebhook(id, 'resume', { held })
    close()
  }
  return (
    <Dialog title="Resume the endpoint" close={close}>
      <Form submit={submit}>
        <fieldset className="space-y-2">
          <legend className="mb-2 text-soft">What happened while it was paused:</legend>
          {CHOICES.map(([value, title, text], index) => (
            <label
              key={value}
              className="flex cursor-pointer gap-3 rounded-md border border-edge p-3 has-checked:border-accent has-checked:bg-tint"
            >
              <input
                type="radio"
                name="held"
                value={value}
                defaultChecked={index === 0}
                className="mt-1 accent-accent"
              />
              <span>
                <span className="block font-medium">{title}</span>
                <span className="block text-soft">{text}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Submit>Resume</Submit>
        </div>
      </Form>
    </Dialog>
  )
}
