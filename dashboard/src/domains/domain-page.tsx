import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useSession } from '../api/session.ts'
import { checkDomain, removeDomain, useDomain } from '../api/settings.ts'
import type { Domain } from '../api/types.ts'
import { useTitle } from '../shell/use-title.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Loaded, Skeleton } from '../ui/states.tsx'
import { showToast } from '../ui/toasts.tsx'
import { DomainState } from './domains-page.tsx'
import { RecordsBlock } from './records-block.tsx'

export function DomainPage({ name }: { name: string }) {
  useTitle(name)
  return (
    <>
      <p className="mb-3">
        <Link href="/settings/domains" className="text-soft hover:text-ink">
          ← All domains
        </Link>
      </p>
      <Loaded query={useDomain(name)} skeleton={<Skeleton className="h-64" />}>
        {(domain) => <DomainView domain={domain} />}
      </Loaded>
    </>
  )
}

function DomainView({ domain }: { domain: Domain }) {
  const { user } = useSession()
  const [checking, setChecking] = useState(false)
  const [removing, setRemoving] = useState(false)
  const check = async () => {
    setChecking(true)
    try {
      const { state } = await checkDomain(domain.domain)
      showToast(state === 'verified' ? 'The records are there.' : 'Not all records are there yet.')
    } catch (error) {
      showToast((error as Error).message)
    } finally {
      setChecking(false)
    }
  }
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex flex-wrap items-baseline gap-2">
          <h1 className="text-lg font-semibold wrap-anywhere">{domain.domain}</h1>
          <DomainState domain={domain} />
        </div>
        {user.role !== 'member' && (
          <div className="flex flex-wrap gap-2">
            <Button icon="refresh" busy={checking} onClick={check}>
              Check now
            </Button>
            <Button kind="danger" onClick={() => setRemoving(true)}>
              Remove
            </Button>
          </div>
        )}
      </header>
      <div className="mt-4">
        <StateNotice domain={domain} />
      </div>
      <RecordsBlock domain={domain} />
      {removing && <RemoveDialog name={domain.domain} close={() => setRemoving(false)} />}
    </>
  )
}

function StateNotice({ domain }: { domain: Domain }) {
  const { domain: name, state, checked_at: checked, next_check_at: next } = domain
  const looks = (
    <>
      {checked !== null && (
        <>
          {' '}
          Last look: <RelativeTime at={checked} />.
        </>
      )}{' '}
      Next look: <RelativeTime at={next} />.
    </>
  )
  if (state === 'verified') {
    return (
      <Notice kind="good">
        Every address at {name} is an inbox that only your account can have.{looks}
      </Notice>
    )
  }
  if (state === 'lost') {
    return (
      <Notice kind="bad">
        The records are gone, so mail for {name} is refused. Set them again, and it goes on.{looks}
      </Notice>
    )
  }
  return (
    <Notice kind="warn">
      Set the records below where the DNS of {name} is kept. We look by ourselves.{looks}
    </Notice>
  )
}

function RemoveDialog({ name, close }: { name: string; close: () => void }) {
  const [, go] = useLocation()
  const confirm = async () => {
    await removeDomain(name)
    go('/settings/domains')
  }
  return (
    <ConfirmDialog title="Remove the domain" action="Remove" confirm={confirm} close={close}>
      No more mail is taken for <b className="wrap-anywhere">{name}</b>. What has come stays as long as your plan keeps
      it.
    </ConfirmDialog>
  )
}
