import type { OperatorStatus } from '../api/types.ts'
import { Block, CARD } from '../settings/section.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'

type Certificate = OperatorStatus['certificates'][number]

const SOURCES: Readonly<Record<Certificate['source'], string>> = {
  file: 'from a file',
  acme: 'ordered and renewed by the server',
  'self-signed': 'made by the server itself, trusted by nobody',
}

/** What is served over TLS, until when, and what stands in the way of a newer one. */
export function CertificateList({ certificates }: { certificates: readonly Certificate[] }) {
  return (
    <Block title="Certificates">
      <ul aria-label="Certificates" className={`${CARD} divide-y divide-line`}>
        {certificates.map((certificate) => (
          <li key={`${certificate.source} ${certificate.names.join(' ')}`} className="px-4 py-3">
            <CertificateRow {...certificate} />
          </li>
        ))}
      </ul>
    </Block>
  )
}

function CertificateRow({ names, source, issuer, expires_at, last_error, next_try_at }: Certificate) {
  return (
    <>
      <p className="font-medium break-words">{names.join(', ')}</p>
      <p className="text-soft">
        {expires_at === null ? (
          'None yet'
        ) : (
          <>
            Expires <RelativeTime at={expires_at} />
          </>
        )}
        , {SOURCES[source]}
        {issuer !== null && source !== 'self-signed' && `, issued by ${issuer}`}
      </p>
      {last_error !== null && (
        <p className="mt-1 text-bad break-words">
          {last_error}
          {next_try_at !== null && (
            <>
              {' '}
              Next try <RelativeTime at={next_try_at} />.
            </>
          )}
        </p>
      )}
    </>
  )
}
