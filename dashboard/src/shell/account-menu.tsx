import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { signOut, useSession } from '../api/session.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { showToast } from '../ui/toasts.tsx'
import { THEMES, type Theme, useTheme } from './theme.ts'

const ROW = 'flex w-full items-center gap-2 rounded-md px-2 py-1.5 hover:bg-hover'

const LOOKS: Readonly<Record<Theme, { icon: IconName; label: string }>> = {
  system: { icon: 'monitor', label: 'As the system' },
  light: { icon: 'sun', label: 'Light' },
  dark: { icon: 'moon', label: 'Dark' },
}

/** Who is signed in, the theme, and the way out. */
export function AccountMenu() {
  const { user, account } = useSession()
  const [open, setOpen] = useState(false)
  const [path] = useLocation()
  const box = useRef<HTMLDivElement>(null)
  useClosing(box, open, () => setOpen(false))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of place closes it
  useEffect(() => setOpen(false), [path])
  return (
    <div ref={box} className="relative">
      <button
        type="button"
        aria-expanded={open}
        aria-controls="account-menu"
        aria-label={`Account of ${user.email}`}
        onClick={() => setOpen(!open)}
        className="flex size-8 items-center justify-center rounded-full bg-tint font-semibold text-accent uppercase"
      >
        {user.email.charAt(0)}
      </button>
      {open && (
        <div
          id="account-menu"
          className="absolute top-10 right-0 z-20 w-64 rounded-lg border border-line bg-raised p-1.5 shadow-lg"
        >
          <p className="px-2 pt-1 font-medium wrap-anywhere">{user.email}</p>
          <p className="px-2 pb-1.5 text-soft">
            {user.role}, {account.plan} plan
          </p>
          <ThemeSwitch />
          <Link href="/settings/account" className={ROW}>
            <Icon name="gear" /> Account
          </Link>
          <a href="/docs" className={ROW}>
            <Icon name="help" /> API reference
          </a>
          <button
            type="button"
            className={ROW}
            onClick={() => signOut().catch((error: Error) => showToast(error.message))}
          >
            <Icon name="out" /> Sign out
          </button>
        </div>
      )}
    </div>
  )
}

function ThemeSwitch() {
  const [theme, choose] = useTheme()
  return (
    <fieldset className="my-1 flex border-y border-line py-1.5">
      <legend className="sr-only">Theme</legend>
      {THEMES.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={theme === name}
          title={LOOKS[name].label}
          aria-label={LOOKS[name].label}
          onClick={() => choose(name)}
          className="flex flex-1 justify-center rounded-md py-1.5 text-soft hover:bg-hover aria-pressed:bg-tint aria-pressed:text-accent"
        >
          <Icon name={LOOKS[name].icon} />
        </button>
      ))}
    </fieldset>
  )
}

/** By Escape, and by a click anywhere else. */
function useClosing(box: React.RefObject<HTMLElement | null>, open: boolean, close: () => void): void {
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      box.current?.querySelector('button')?.focus()
      close()
    }
    const onPress = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) close()
    }
    window.addEventListener('keydown', onKey, true)
    window.addEventListener('pointerdown', onPress)
    return () => {
      window.removeEventListener('keydown', onKey, true)
      window.removeEventListener('pointerdown', onPress)
    }
  })
}
