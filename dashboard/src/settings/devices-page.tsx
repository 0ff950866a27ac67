import { useState } from 'react'
import { revokeDevice, useDevices } from '../api/settings.ts'
import type { Device } from '../api/types.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { PageHead, Row, Rows } from './section.tsx'

export function DevicesPage() {
  const [revoking, setRevoking] = useState<Device | null>(null)
  return (
    <>
      <PageHead title="Devices">Command lines that were signed in with a code. Each has a token of its own.</PageHead>
      <Rows
        label="Devices"
        list={useDevices()}
        keyOf={(device) => device.id}
        empty={{ icon: 'desktop', title: 'No device signed in', text: 'They appear here once one asks to be let in.' }}
        row={(device) => <DeviceRow device={device} revoke={() => setRevoking(device)} />}
      />
      {revoking && (
        <ConfirmDialog
          title="Sign the device out"
          action="Revoke"
          confirm={() => revokeDevice(revoking.id)}
          close={() => setRevoking(null)}
        >
          The token of <b className="wrap-anywhere">{revoking.host || revoking.name}</b> is refused within a second.
        </ConfirmDialog>
      )}
    </>
  )
}

function DeviceRow({ device, revoke }: { device: Device; revoke: () => void }) {
  const { host, name, system, address, last4, last_used_at: used } = device
  return (
    <Row
      title={host || name}
      action={
        <Button kind="danger" onClick={revoke} aria-label={`Revoke ${host || name}`}>
          Revoke
        </Button>
      }
    >
      {system} · {address} · <code className="font-mono text-[13px]">tkc_…{last4}</code> ·{' '}
      {used ? (
        <>
          last used <RelativeTime at={used} />
        </>
      ) : (
        <>
          signed in <RelativeTime at={device.created_at} />
        </>
      )}
    </Row>
  )
}
