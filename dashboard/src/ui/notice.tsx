import type { ReactNode } from 'react'

const KINDS = {
  bad: 'bg-bad-tint text-bad',
  warn: 'bg-warn-tint text-warn',
  good: 'bg-tint text-accent',
  plain: 'bg-inset text-soft',
} as const

export type NoticeKind = keyof typeof KINDS

export function Notice({ kind = 'plain', children }: { kind?: NoticeKind; children: ReactNode }) {
  return (
    <div role={kind === 'bad' ? 'alert' : 'status'} className={`rounded-md px-3 py-2 wrap-anywhere ${KINDS[kind]}`}>
      {children}
    </div>
  )
}

export function Badge({ kind = 'plain', title, children }: { kind?: NoticeKind; title?: string; children: ReactNode }) {
  return (
    <span title={title} className={`inline-block rounded px-1.5 text-xs leading-5 font-medium ${KINDS[kind]}`}>
      {children}
    </span>
  )
}
