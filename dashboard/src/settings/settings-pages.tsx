import { type ReactNode, useEffect, useRef } from 'react'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { useSession } from '../api/session.ts'
import { DomainPage } from '../domains/domain-page.tsx'
import { DomainsPage } from '../domains/domains-page.tsx'
import { AccountPage } from './account-page.tsx'
import { AuditPage } from './audit-page.tsx'
import { DevicesPage } from './devices-page.tsx'
import { KeysPage } from './keys-page.tsx'
import { MembersPage } from './members-page.tsx'
import { PlanPage } from './plan-page.tsx'
import { WebhookPage } from './webhook-page.tsx'
import { WebhooksPage } from './webhooks-page.tsx'

interface Section {
  readonly path: string
  readonly label: string
  readonly View: () => ReactNode
  /** Not for members. */
  readonly managers?: boolean
}

const SECTIONS: readonly Section[] = [
  { path: 'keys', label: 'API keys', View: KeysPage },
  { path: 'devices', label: 'Devices', View: DevicesPage },
  { path: 'webhooks', label: 'Webhooks', View: WebhooksPage },
  { path: 'domains', label: 'Domains', View: DomainsPage },
  { path: 'members', label: 'Members', View: MembersPage, managers: true },
  { path: 'plan', label: 'Plan and usage', View: PlanPage },
  { path: 'audit', label: 'Audit log', View: AuditPage, managers: true },
  { path: 'account', label: 'Account', View: AccountPage },
]

export function SettingsPages() {
  const { user } = useSession()
  const sections = SECTIONS.filter(({ managers }) => !managers || user.role !== 'member')
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-5xl flex-col gap-6 px-4 py-6 md:flex-row md:gap-10 md:py-10">
        <SettingsNav sections={sections} />
        <div className="min-w-0 flex-1 pb-16">
          <Switch>
            <Route path="/settings/webhooks/:id">{({ id }) => <WebhookPage key={id} id={id} />}</Route>
            <Route path="/settings/domains/:domain">
              {({ domain }) => <DomainPage key={domain} name={decodeURIComponent(domain)} />}
            </Route>
            {sections.map(({ path, View }) => (
              <Route key={path} path={`/settings/${path}`}>
                <View />
              </Route>
            ))}
            <Route>
              <Redirect to="/settings/keys" replace />
            </Route>
          </Switch>
        </div>
      </div>
    </div>
  )
}

function SettingsNav({ sections }: { sections: readonly Section[] }) {
  const [path] = useLocation()
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a narrow screen the place may be out of sight
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [path])
  return (
    <nav aria-label="Settings" className="shrink-0 md:w-44">
      <ul ref={list} className="-mx-1 flex gap-0.5 overflow-x-auto p-1 md:sticky md:top-10 md:flex-col">
        {sections.map((section) => {
          const href = `/settings/${section.path}`
          const here = path === href || path.startsWith(`${href}/`)
          return (
            <li key={section.path}>
              <Link
                href={href}
                aria-current={here ? 'page' : undefined}
                className="block rounded-md px-2.5 py-1.5 font-medium whitespace-nowrap text-soft hover:bg-hover hover:text-ink aria-[current]:bg-tint aria-[current]:text-accent"
              >
                {section.label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
