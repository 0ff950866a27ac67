import { Dialog } from '../ui/dialog.tsx'

const KEYS: readonly (readonly [string, string])[] = [
  ['j  k  ↓  ↑', 'Next and previous in the list'],
  ['Enter  o', 'Open'],
  ['Esc', 'Back to the list'],
  ['d  #', 'Delete the message; it can be undone'],
  ['u', 'Mark the message as read or unread'],
  ['y', 'Copy the code of the message'],
  ['c', 'Create an inbox'],
  ['/', 'Search'],
  ['g i', 'Go to the inboxes'],
  ['g h', 'Go to the start page'],
  ['g s', 'Go to the settings'],
  ['?', 'Show these keys'],
]

export function HelpDialog({ close }: { close: () => void }) {
  return (
    <Dialog title="Keyboard" close={close}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {KEYS.map(([keys, what]) => (
          <div key={keys} className="col-span-2 grid grid-cols-subgrid items-baseline">
            <dt className="flex gap-1">
              {keys.split('  ').map((key) => (
                <kbd key={key} className="rounded border border-edge bg-inset px-1.5 font-mono text-xs leading-5">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
