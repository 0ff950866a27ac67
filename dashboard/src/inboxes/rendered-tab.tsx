import { useState } from 'react'
import type { Message } from '../api/types.ts'
import { Icon, type IconName } from '../ui/icon.tsx'

type Width = 'desktop' | 'phone'

/** The mail as its sender meant it, in a frame of another origin that runs no script. */
export function RenderedTab({ message }: { message: Message }) {
  const [width, setWidth] = useState<Width>('desktop')
  const [remote, setRemote] = useState(false)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center gap-1 border-b border-line px-2 py-1">
        <div className="flex gap-1 max-sm:hidden">
          <Toggle icon="desktop" label="Desktop" on={width === 'desktop'} press={() => setWidth('desktop')} />
          <Toggle icon="phone" label="Phone" on={width === 'phone'} press={() => setWidth('phone')} />
        </div>
        <span className="flex-1" />
        <Toggle icon="image" label="Remote images" on={remote} press={() => setRemote(!remote)} />
      </div>
      <div className="flex min-h-0 flex-1 justify-center bg-inset">
        <iframe
          key={String(remote)}
          title="The message as it looks"
          src={`/v1/messages/${message.id}/html${remote ? '?remote=1' : ''}`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          className={`h-full min-h-[50vh] bg-white [color-scheme:light] @3xl:min-h-0 ${width === 'phone' ? 'w-[375px] max-w-full border-x border-line' : 'w-full'}`}
        />
      </div>
    </div>
  )
}

function Toggle({ icon, label, on, press }: { icon: IconName; label: string; on: boolean; press: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={press}
      className="flex h-7 items-center gap-1.5 rounded-md px-2 text-soft hover:bg-hover aria-pressed:bg-tint aria-pressed:text-accent"
    >
      <Icon name={icon} />
      {label}
    </button>
  )
}
