/** How much of a limit is used, in words and as a bar. */
export function Meter({ label, used, limit, text }: { label: string; used: number; limit: number; text: string }) {
  const share = limit === 0 ? 0 : Math.min(1, used / limit)
  const colour = share >= 1 ? 'bg-bad' : share > 0.8 ? 'bg-warn' : 'bg-accent'
  return (
    <div>
      <p className="mb-1 flex justify-between gap-4">
        <span className="font-medium">{label}</span>
        <span className="text-soft tabular-nums">{text}</span>
      </p>
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-hover">
        <div className={`h-full rounded-full ${colour}`} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}
