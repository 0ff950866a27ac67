import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useSession } from '../api/session.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { AccountMenu } from './account-menu.tsx'
import { useConnectionLost } from './connection.ts'
import { HelpDialog } from './help-dialog.tsx'
import { Logo } from './logo.tsx'
import { useLiveMail } from './use-live-mail.ts'

/** The frame of every page for somebody who has signed in. */
export function Shell({ children }: { children: ReactNode }) {
  const { account } = useSession()
  const [help, setHelp] = useState(false)
  const [, go] = useLocation()
  const arrival = useLiveMail(account.id)
  useShortcuts({
    '?': () => setHelp(true),
    'g i': () => go('/inboxes'),
    'g s': () => go('/settings/keys'),
    'g h': () => go('/start'),
  })
  return (
    <div className="flex h-full flex-col">
      <a
        href="#main"
        className="sr-only z-30 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:absolute focus:m-2"
      >
        Skip to the content
      </a>
      <Header showHelp={() => setHelp(true)} />
      <ConnectionBanner />
      <main id="main" tabIndex={-1} className="min-h-0 flex-1 outline-none">
        {children}
      </main>
      <div aria-live="polite" className="sr-only">
        {arrival}
      </div>
      {help && <HelpDialog close={() => setHelp(false)} />}
    </div>
  )
}

function Header({ showHelp }: { showHelp: () => void }) {
  const { operator } = useSession()
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-2 sm:gap-4 sm:px-4">
      <Link href="/inboxes" aria-label="Mayfly: inboxes" className="rounded-md p-1">
        <Logo />
      </Link>
      <nav aria-label="Main" className="flex flex-1 items-center gap-0.5">
        <NavLink href="/inboxes" icon="inbox" label="Inboxes" />
        <NavLink href="/start" icon="rocket" label="Start" />
        <NavLink href="/settings" icon="gear" label="Settings" />
        {operator && <NavLink href="/operator" icon="gauge" label="Operator" />}
      </nav>
      <IconButton icon="help" label="Keyboard shortcuts" keys="?" onClick={showHelp} />
      <AccountMenu />
    </header>
  )
}

function NavLink({ href, icon, label }: { href: string; icon: IconName; label: string }) {
  const [path] = useLocation()
  const here = path === href || path.startsWith(`${href}/`)
  return (
    <Link
      href={href}
      aria-current={here ? 'page' : undefined}
      className={`flex h-8 items-center gap-1.5 rounded-md px-2 font-medium hover:bg-hover sm:px-2.5 ${here ? 'text-ink' : 'text-soft'}`}
    >
      <Icon name={icon} className={here ? 'text-accent' : ''} />
      <span className="max-sm:sr-only">{label}</span>
    </Link>
  )
}

function ConnectionBanner() {
  const lost = useConnectionLost()
  return (
    <div role="status">
      {lost && (
        <p className="border-b border-line bg-warn-tint px-4 py-1.5 text-center text-warn">
          The connection is lost. It is tried again by itself.
        </p>
      )}
    </div>
  )
}
