import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { createInbox, useInboxes } from '../api/inboxes.ts'
import { sendTestMail, useMessages } from '../api/messages.ts'
import { useSession } from '../api/session.ts'
import type { Inbox } from '../api/types.ts'
import { inboxPath } from '../inboxes/paths.ts'
import { useTitle } from '../shell/use-title.ts'
import { CopyLine } from '../ui/code-block.tsx'
import { Submit } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { AgentStep } from './agent-step.tsx'
import { CodeStep, PLACEHOLDER } from './code-step.tsx'
import { MailProgramStep } from './mail-program-step.tsx'

/** The shortest way to a first success: an address, a mail in it, a program that reads it. */
export function StartPage() {
  useTitle('Start')
  const { user } = useSession()
  const { inbox, error, retry } = useFirstInbox()
  const [apiKey, setApiKey] = useState<string | null>(null)
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-3xl px-4 pt-8 pb-16">
        <h1 className="text-xl font-semibold">Get your first mail</h1>
        <p className="mt-1 mb-6 text-soft">Three steps, about a minute.</p>
        {!user.password && <PasswordNotice />}
        {error && <ErrorState error={error} retry={retry} />}
        {!error && !inbox && <Skeleton className="h-72" />}
        {inbox && (
          <ol className="space-y-4">
            <Step number={1} title="Your address">
              <p className="mb-2 text-soft">Mail to it arrives here. Any other address at the same domain works too.</p>
              <CopyLine text={inbox.address} what="the address" />
            </Step>
            <Step number={2} title="Send something to it">
              <TestMail inbox={inbox} />
            </Step>
            <Step number={3} title="Read it from your program">
              <CodeStep address={inbox.address} apiKey={apiKey} onKey={setApiKey} />
            </Step>
            <Step title="Or let an agent read it">
              <AgentStep apiKey={apiKey ?? PLACEHOLDER} />
            </Step>
            <Step title="Or read it with a mail program">
              <MailProgramStep address={inbox.address} />
            </Step>
          </ol>
        )}
      </div>
    </div>
  )
}

function PasswordNotice() {
  return (
    <div className="mb-4">
      <Notice kind="warn">
        The link that let you in works once.{' '}
        <Link href="/settings/account" className="underline">
          Set a password
        </Link>{' '}
        to come back.
      </Notice>
    </div>
  )
}

/** The account's oldest inbox. The first visit of a new account makes it. */
function useFirstInbox() {
  const { inboxes, hasNextPage, error, refetch } = useInboxes()
  const [failure, setFailure] = useState<Error | null>(null)
  const asked = useRef(false)
  const isNew = inboxes?.length === 0 && !hasNextPage
  useEffect(() => {
    if (!isNew || asked.current) return
    asked.current = true
    createInbox({ label: 'My first inbox' }).catch(setFailure)
  }, [isNew])
  const inbox = inboxes?.reduce((first, one) => (one.created_at < first.created_at ? one : first), inboxes[0] as Inbox)
  const retry = () => {
    asked.current = false
    setFailure(null)
    void refetch()
  }
  return { inbox, error: failure ?? error, retry }
}

function Step({ number, title, children }: { number?: number; title: string; children: ReactNode }) {
  return (
    <li className="rounded-lg border border-line p-5">
      <h2 className="mb-2 flex items-center gap-2 font-semibold">
        {number !== undefined && (
          <span className="flex size-6 items-center justify-center rounded-full bg-tint text-xs text-accent">
            {number}
          </span>
        )}
        {title}
      </h2>
      {children}
    </li>
  )
}

function TestMail({ inbox }: { inbox: Inbox }) {
  const { smtp } = useSession()
  const newest = useMessages(inbox.address, '').data?.pages[0]?.data[0]
  return (
    <>
      <p className="mb-3 text-soft">
        Let your application send one by SMTP to{' '}
        <code className="font-mono text-ink">
          {smtp.host}:{smtp.port}
        </code>
        , or let us:
      </p>
      <Form submit={() => sendTestMail(inbox.address)} className="space-y-3">
        <Submit kind={newest ? 'plain' : 'primary'}>Send me a test mail</Submit>
      </Form>
      <div aria-live="polite">
        {newest && (
          <Link
            href={inboxPath(inbox.address, newest.id)}
            className="mt-3 flex items-center gap-3 rounded-md border border-line bg-tint px-3 py-2 hover:border-accent"
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{newest.subject || 'No subject'}</span>
              <span className="block truncate text-soft">
                {newest.from_name || newest.from} · <RelativeTime at={newest.date} />
              </span>
            </span>
            {newest.codes[0] && <span className="font-mono text-lg font-semibold">{newest.codes[0].value}</span>}
          </Link>
        )}
      </div>
    </>
  )
}
