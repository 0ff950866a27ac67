/** Drawn on a grid of 16 in lines. */
const SHAPES = {
  back: 'M10 3 5 8l5 5',
  check: 'm3 8.5 3.5 3.5L13 5',
  copy: 'M6 6h7v7H6zM10 6V3H3v7h3',
  desktop: 'M2 3h12v8H2zM6 14h4M8 11v3',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M3 13.5h10',
  gear: 'M8 5.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4M8 1.8v1.7M8 12.5v1.7M1.8 8h1.7M12.5 8h1.7M3.6 3.6l1.2 1.2M11.2 11.2l1.2 1.2M12.4 3.6l-1.2 1.2M4.8 11.2l-1.2 1.2',
  gauge: 'M2 12a6 6 0 1 1 12 0M8 12l3-4',
  help: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M6.3 6.4c0-2.3 3.5-2.2 3.5-.1 0 1.3-1.8 1.3-1.8 2.7M8 11.2v.1',
  image: 'M2 3h12v10H2zM2 11l3.5-3.5 3 3L11 8l3 3M10.5 6v.1',
  inbox: 'M2 9l2-6h8l2 6v4H2zM2 9h3.5l1 2h3l1-2H14',
  link: 'M6.5 9.5l3-3M7 4.5l1.5-1.5a3 3 0 0 1 4.5 4.5L11.5 9M9 11.5 7.5 13A3 3 0 0 1 3 8.5L4.5 7',
  mail: 'M2 3.5h12v9H2zM2 4l6 5 6-5',
  mailOpen: 'M2 6.5 8 2l6 4.5V13H2zM2 6.5l6 4 6-4',
  monitor: 'M2 3h12v8H2zM6 14h4M8 11v3',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5',
  out: 'M6 2.5H3v11h3M7 8h6.5M11 5.5 13.5 8 11 10.5',
  paperclip: 'M12.5 7.5 8 12a3 3 0 0 1-4.3-4.3l5-5a2 2 0 0 1 2.9 2.9l-4.9 4.9a1 1 0 0 1-1.4-1.4L9.5 4.9',
  pause: 'M5.5 3v10M10.5 3v10',
  pen: 'M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3z',
  phone: 'M5 2h6v12H5zM7.5 12h1',
  play: 'M5 3l8 5-8 5z',
  plus: 'M8 3v10M3 8h10',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.5L13 6M13 2.5V6H9.5',
  rocket: 'M6 10c0-4 2-7 7-7 0 5-3 7-7 7M6 10l-2.5-.5L5 7M6 10l.5 2.5L9 11M4.5 11.5 3 13',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10M10.7 10.7 14 14',
  sun: 'M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1',
  trash: 'M3 4.5h10M6 4.5V2.5h4v2M4.5 4.5l.5 9h6l.5-9',
  x: 'M4 4l8 8M12 4l-8 8',
} as const

export type IconName = keyof typeof SHAPES

/** Decoration: what it means is said in words beside it. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={`size-4 shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={SHAPES[name]} />
    </svg>
  )
}
