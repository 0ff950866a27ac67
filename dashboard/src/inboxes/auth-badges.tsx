import type { Message } from '../api/types.ts'
import { Badge, type NoticeKind } from '../ui/notice.tsx'

type Check = keyof Message['auth']

const CHECKS = ['spf', 'dkim', 'dmarc', 'arc'] as const satisfies readonly Check[]

/** RFC 8601's words; those that are not here say that nothing was found out. */
const KINDS: Readonly<Record<string, NoticeKind>> = {
  pass: 'good',
  fail: 'bad',
  permerror: 'bad',
  policy: 'bad',
  softfail: 'warn',
  temperror: 'warn',
}

/** Whether the mail is from whom it says. ARC only where somebody has passed the mail on. */
export function AuthBadges({ auth }: { auth: Message['auth'] }) {
  const shown = CHECKS.filter((check) => check !== 'arc' || auth.arc.result !== 'none')
  return (
    <section>
      <h3 className="mb-1.5 text-xs font-semibold text-soft">Authentication</h3>
      <ul className="flex flex-wrap gap-1.5">
        {shown.map((check) => {
          const { result, domain, info } = auth[check]
          return (
            <li key={check}>
              <Badge kind={KINDS[result] ?? 'plain'} title={[domain, info].filter(Boolean).join(': ')}>
                {check.toUpperCase()} {result}
              </Badge>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
