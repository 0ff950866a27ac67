import { lazy, type ReactNode, Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { InboxesPage } from './inboxes/inboxes-page.tsx'
import { SignedIn } from './shell/signed-in.tsx'
import { Toasts } from './ui/toasts.tsx'

const SignPages = lazy(async () => ({ default: (await import('./sign/sign-pages.tsx')).SignPages }))
const SettingsPages = lazy(async () => ({ default: (await import('./settings/settings-pages.tsx')).SettingsPages }))
const StartPage = lazy(async () => ({ default: (await import('./start/start-page.tsx')).StartPage }))
const DevicePage = lazy(async () => ({ default: (await import('./device/device-page.tsx')).DevicePage }))
const OperatorPage = lazy(async () => ({ default: (await import('./operator/operator-page.tsx')).OperatorPage }))

const SIGN_PATHS = ['sign-in', 'sign-up', 'forgot', 'reset', 'welcome', 'invite'] as const

/** Every address of the dashboard. What is not needed for the inboxes is loaded when it is. */
export function App() {
  return (
    <>
      <Suspense fallback={<div role="status" aria-label="Loading" />}>
        <Switch>
          <Route path="/">
            <Redirect to="/inboxes" replace />
          </Route>
          {SIGN_PATHS.map((path) => (
            <Route key={path} path={`/${path}`}>
              <SignPages page={path} />
            </Route>
          ))}
          <Route>
            <SignedIn>
              <Suspense fallback={<div role="status" aria-label="Loading" />}>
                <SignedInPages />
              </Suspense>
            </SignedIn>
          </Route>
        </Switch>
      </Suspense>
      <Toasts />
    </>
  )
}

export type SignPage = (typeof SIGN_PATHS)[number]

function SignedInPages(): ReactNode {
  return (
    <Switch>
      <Route path="/inboxes/:address?/:message?">
        {({ address, message }) => <InboxesPage address={address} messageId={message} />}
      </Route>
      <Route path="/start">
        <StartPage />
      </Route>
      <Route path="/settings/*?">
        <SettingsPages />
      </Route>
      <Route path="/device">
        <DevicePage />
      </Route>
      <Route path="/operator">
        <OperatorPage />
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  )
}

function NotFound() {
  return (
    <div className="py-16 text-center">
      <h1 className="text-lg font-semibold">There is nothing here</h1>
      <p className="mt-2 text-soft">
        The address may be mistyped. <a href="/inboxes">Back to the inboxes</a>
      </p>
    </div>
  )
}
