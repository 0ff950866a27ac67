import { type ComponentProps, type ReactNode, useId } from 'react'
import { Button, type ButtonKind } from './button.tsx'
import { useBusy, useFault } from './form.tsx'

export const INPUT =
  'w-full rounded-md border border-edge bg-raised px-2.5 text-ink aria-invalid:border-bad disabled:opacity-60'

interface Labelled {
  name: string
  label: string
  hint?: ReactNode
}

function useField({ name, hint }: Labelled) {
  const id = useId()
  const fault = useFault(name)
  const described = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const control = {
    id,
    name,
    'aria-invalid': fault === undefined ? undefined : (true as const),
    'aria-describedby': described || undefined,
  }
  return { id, fault, control }
}

type Frame = Labelled & { id: string; fault: string | undefined; children: ReactNode }

function FieldFrame({ id, label, hint, fault, children }: Frame) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      {children}
      {fault && (
        <p id={`${id}-fault`} className="mt-1 text-bad">
          {fault}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-soft">
          {hint}
        </p>
      )}
    </div>
  )
}

type FieldProps = Labelled & Omit<ComponentProps<'input'>, 'name' | 'id'>

export function Field({ name, label, hint, className = '', ...rest }: FieldProps) {
  const { control, ...frame } = useField({ name, label, hint })
  return (
    <FieldFrame name={name} label={label} hint={hint} {...frame}>
      <input {...rest} {...control} className={`${INPUT} h-9 ${className}`} />
    </FieldFrame>
  )
}

type SelectProps = Labelled & Omit<ComponentProps<'select'>, 'name' | 'id'>

export function SelectField({ name, label, hint, ...rest }: SelectProps) {
  const { control, ...frame } = useField({ name, label, hint })
  return (
    <FieldFrame name={name} label={label} hint={hint} {...frame}>
      <select {...rest} {...control} className={`${INPUT} h-9`} />
    </FieldFrame>
  )
}

export function CheckField({ name, label, hint, ...rest }: FieldProps) {
  const { id, control } = useField({ name, label, hint })
  return (
    <div className="flex gap-2">
      <input {...rest} {...control} type="checkbox" className="mt-1 size-3.5 accent-accent" />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className="text-soft">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}

/** Sends the form around it, and shows that it is on its way. */
export function Submit({ kind = 'primary', children, ...rest }: ComponentProps<'button'> & { kind?: ButtonKind }) {
  return (
    <Button {...rest} type="submit" kind={kind} busy={useBusy()}>
      {children}
    </Button>
  )
}
