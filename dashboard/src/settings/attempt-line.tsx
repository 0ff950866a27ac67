import type { DeliveryAttempt } from '../api/types.ts'

/** One attempt: what was answered, how long it took, and the beginning of the answer. */
export function AttemptLine({ attempt }: { attempt: DeliveryAttempt }) {
  const { number, status, error, error_detail: detail, duration_ms: duration, response } = attempt
  return (
    <div>
      <p>
        Attempt {number}: {status === null ? (detail ?? error ?? 'no answer') : `HTTP ${status}`} (
        {Math.round(duration)} ms)
      </p>
      {response && (
        <pre className="mt-1 max-h-40 overflow-auto rounded bg-inset p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere text-ink">
          {response}
        </pre>
      )}
    </div>
  )
}
