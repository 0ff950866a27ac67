export function Logo() {
  return (
    <span className="flex items-center gap-2 text-base font-semibold">
      <svg
        viewBox="0 0 32 32"
        aria-hidden="true"
        className="size-6 text-accent"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M16 11v11M16 13C13 5 6 4 4 7c-1.5 4 6 8 12 8M16 13c3-8 10-9 12-6 1.5 4-6 8-12 8M16 22c-1 3-3 5-5 6M16 22c1 3 3 5 5 6M14.5 8 13 5.5M17.5 8 19 5.5" />
      </svg>
      <span className="max-sm:sr-only">Mayfly</span>
    </span>
  )
}
