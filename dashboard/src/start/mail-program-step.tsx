import { useSession } from '../api/session.ts'
import { CopyLine } from '../ui/code-block.tsx'

/** What a mail program asks for. */
export function MailProgramStep({ address }: { address: string }) {
  const { imap, user } = useSession()
  const rows = [
    ['Server', imap.host],
    ['Port', `${imap.tls_port} with TLS, or ${imap.port} with STARTTLS`],
    ['User name', `${address} for this inbox, or ${user.email} for all of them`],
    ['Password', 'an API key'],
  ] as const
  return (
    <>
      <p className="mb-3 text-soft">Any program that speaks IMAP can read your inboxes.</p>
      <dl className="mb-3 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <CopyLine
        text={`imaps://${encodeURIComponent(address)}@${imap.host}:${imap.tls_port}/INBOX`}
        what="the IMAP address"
      />
    </>
  )
}
