import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button, IconButton } from './button.tsx'
import { Submit } from './field.tsx'
import { Form } from './form.tsx'

interface DialogProps {
  title: string
  close: () => void
  children: ReactNode
  wide?: boolean
}

/** The browser's own: it keeps the focus inside, closes on Escape, and gives the focus back. */
export function Dialog({ title, close, children, wide = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={close}
      className={`m-auto w-full rounded-lg border border-line bg-paper p-0 text-ink shadow-xl ${wide ? 'max-w-2xl' : 'max-w-md'}`}
    >
      <header className="flex items-center justify-between gap-2 border-b border-line py-2 pr-2 pl-5">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        <IconButton icon="x" label="Close" onClick={() => dialog.current?.close()} />
      </header>
      <div className="p-5">{children}</div>
    </dialog>
  )
}

interface ConfirmProps {
  title: string
  action: string
  /** Throws what the server says; the dialog stays and shows it. */
  confirm: () => Promise<unknown>
  close: () => void
  children: ReactNode
}

export function ConfirmDialog({ title, action, confirm, close, children }: ConfirmProps) {
  const submit = async () => {
    await confirm()
    close()
  }
  return (
    <Dialog title={title} close={close}>
      <Form submit={submit}>
        <div>{children}</div>
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Submit kind="danger">{action}</Submit>
        </div>
      </Form>
    </Dialog>
  )
}
