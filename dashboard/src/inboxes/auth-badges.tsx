import type { Message } from '../api/types.ts'
import { Badge, type NoticeKind } from '../ui/notice.tsx'

interface Verdict {
  readonly result?: string
  readonly domain?: string | null
}

const CHECKS = ['spf', 'dkim', 'dmarc'] as const

/** RFC 8601's words; those that are not here say that nothing was found out. */
const KINDS: Readonly<Record<string, NoticeKind>> = {
  pass: 'good',
  fail: 'bad',
  permerror: 'bad',
  policy: 'bad',
  softfail: 'warn',
  temperror: 'warn',
}

export function AuthBadges({ message }: { message: Message }) {
  const auth = (message as { auth?: Readonly<Record<string, Verdict | null>> | null }).auth
  if (!auth) return null
  return (
    <section>
      <h3 className="mb-1.5 text-xs font-semibold text-soft">Authentication</h3>
      <ul className="flex flex-wrap gap-1.5">
        {CHECKS.map((check) => {
          const { result = 'none', domain } = auth[check] ?? {}
          return (
            <li key={check}>
              <Badge kind={KINDS[result] ?? 'plain'} title={domain ?? ''}>
                {check.toUpperCase()} {result}
              </Badge>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
