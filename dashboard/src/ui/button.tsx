import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icon.tsx'

const KINDS = {
  primary: 'bg-accent text-on-accent hover:brightness-110 border-transparent',
  plain: 'bg-raised text-ink border-edge hover:bg-hover',
  quiet: 'text-soft border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-raised text-bad border-edge hover:bg-bad-tint',
} as const

export type ButtonKind = keyof typeof KINDS

const SHAPE =
  'inline-flex h-8 items-center justify-center gap-1.5 rounded-md border px-3 font-medium whitespace-nowrap transition-colors disabled:opacity-60'

export function buttonClass(kind: ButtonKind): string {
  return `${SHAPE} ${KINDS[kind]}`
}

type Props = ComponentProps<'button'> & { kind?: ButtonKind; icon?: IconName; busy?: boolean }

export function Button({ kind = 'plain', icon, busy = false, className = '', children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      disabled={busy || rest.disabled}
      aria-busy={busy || undefined}
      className={`${buttonClass(kind)} ${className}`}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

type IconButtonProps = ComponentProps<'button'> & { icon: IconName; label: string; keys?: string }

/** A button that shows an icon alone; its name is read aloud and shown on hover. */
export function IconButton({ icon, label, keys, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={keys ? `${label} (${keys})` : label}
      className={`inline-flex size-8 shrink-0 items-center justify-center rounded-md text-soft transition-colors hover:bg-hover hover:text-ink disabled:opacity-60 ${className}`}
    >
      <Icon name={icon} />
    </button>
  )
}
