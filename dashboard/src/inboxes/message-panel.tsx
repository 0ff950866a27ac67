import type { ReactNode } from 'react'
import type { Code, MailLink, Message } from '../api/types.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { formatBytes } from '../ui/format.ts'
import { Badge } from '../ui/notice.tsx'
import { AuthBadges } from './auth-badges.tsx'

/** What was read out of the message, and how it came. */
export function MessagePanel({ message }: { message: Message }) {
  const [best, ...others] = message.codes
  return (
    <aside
      aria-label="What is in it"
      className="shrink-0 space-y-5 border-line p-4 @max-3xl:border-t @3xl:w-72 @3xl:overflow-y-auto @3xl:border-l"
    >
      {best && (
        <div className="@max-3xl:hidden">
          <MainCode code={best} />
        </div>
      )}
      {others.length > 0 && (
        <Part title="Other codes">
          <ul className="space-y-1">
            {others.map((code) => (
              <li key={code.value} className="flex items-center gap-2">
                <span className="flex-1 font-mono wrap-anywhere">{code.value}</span>
                {code.superseded && <Badge kind="warn">superseded</Badge>}
                <CopyButton text={code.value} what={`the code ${code.value}`} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {message.links.length > 0 && <Links links={message.links} />}
      <AuthBadges auth={message.auth} />
      <Facts message={message} />
    </aside>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 text-xs font-semibold text-soft">{title}</h3>
      {children}
    </section>
  )
}

function MainCode({ code }: { code: Code }) {
  const { value, confidence, source, superseded } = code
  return (
    <Part title="Code">
      <div className="rounded-lg border border-line bg-inset p-3 text-center">
        <p data-code className="mb-2 font-mono text-3xl font-semibold tracking-wider wrap-anywhere">
          {value}
        </p>
        <CopyButton text={value} what="the code" words />
      </div>
      <p className="mt-1 text-xs text-soft">
        From the {source === 'html' ? 'HTML' : source}, {Math.round(confidence * 100)} % sure.{' '}
        {superseded && <Badge kind="warn">A newer code has come since</Badge>}
      </p>
    </Part>
  )
}

function Links({ links }: { links: readonly MailLink[] }) {
  return (
    <Part title={`Links (${links.length})`}>
      <ul className="space-y-2">
        {links.map((link, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: links repeat, and their order never changes
          <li key={index} className="flex items-start gap-1">
            <div className="min-w-0 flex-1">
              <p className="flex items-baseline gap-2">
                <bdi className="min-w-0 truncate">{link.text || 'Without a text'}</bdi>
                {link.kind !== 'other' && (
                  <Badge kind={link.kind === 'unsubscribe' ? 'plain' : 'good'}>{link.kind}</Badge>
                )}
              </p>
              <LinkAddress href={link.href} />
            </div>
            <CopyButton text={link.href} what={`the address of ${link.text || 'the link'}`} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** A mail may link to anything; only the web is a click away from here. */
function LinkAddress({ href }: { href: string }) {
  const look = 'block truncate font-mono text-xs'
  if (!/^https?:\/\//i.test(href)) return <span className={`${look} text-soft`}>{href}</span>
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={href}
      className={`${look} text-accent hover:underline`}
    >
      {href}
    </a>
  )
}

function Facts({ message }: { message: Message }) {
  const { tls, timings, envelope, size_bytes: size } = message
  const took = Date.parse(timings.stored_at) - Date.parse(timings.accepted_at)
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Size', formatBytes(size)],
    ['TLS', tls === null ? 'none' : `${tls.version}, ${tls.cipher}`],
    ['Envelope from', envelope.from || '<>'],
    ['Envelope to', envelope.to.join(', ')],
    ['Accepted', <ExactTime key="accepted" at={timings.accepted_at} />],
    ['Stored', `${Math.max(0, took)} ms later`],
    ['Number in the inbox', message.seq],
    ['Id', message.id],
  ]
  return (
    <Part title="How it came">
      <dl className="space-y-1 text-xs">
        {facts.map(([name, value]) => (
          <div key={name} className="flex gap-2">
            <dt className="w-24 shrink-0 text-soft">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

/** To the millisecond, and the same for everybody who compares it with a log. */
function ExactTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at}>
      {at.slice(11, 23)} UTC
    </time>
  )
}
