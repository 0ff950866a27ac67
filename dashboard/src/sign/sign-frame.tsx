import type { ReactNode } from 'react'
import { Logo } from '../shell/logo.tsx'
import { useTitle } from '../shell/use-title.ts'

/** One narrow column in the middle of the page. */
export function SignFrame({ title, children, foot }: { title: string; children: ReactNode; foot?: ReactNode }) {
  useTitle(title)
  return (
    <main className="flex min-h-full flex-col items-center bg-inset px-4 py-10 sm:pt-24">
      <Logo />
      <div className="mt-6 w-full max-w-sm rounded-lg border border-line bg-paper p-6">
        <h1 className="mb-4 text-lg font-semibold">{title}</h1>
        {children}
      </div>
      {foot && <div className="mt-4 flex flex-col items-center gap-1 text-soft">{foot}</div>}
    </main>
  )
}

export const LINK = 'text-accent underline underline-offset-2 hover:no-underline'
