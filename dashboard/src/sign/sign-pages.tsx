import type { SignPage } from '../app.tsx'
import { ForgotPage } from './forgot-page.tsx'
import { InvitePage } from './invite-page.tsx'
import { ResetPage } from './reset-page.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { SignUpPage } from './sign-up-page.tsx'
import { WelcomePage } from './welcome-page.tsx'

const PAGES = {
  'sign-in': SignInPage,
  'sign-up': SignUpPage,
  forgot: ForgotPage,
  reset: ResetPage,
  welcome: WelcomePage,
  invite: InvitePage,
} as const satisfies Record<SignPage, () => unknown>

/** What somebody sees who has not signed in. */
export function SignPages({ page }: { page: SignPage }) {
  const Page = PAGES[page]
  return <Page />
}
