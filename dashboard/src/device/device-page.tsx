import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { call, get, withQuery } from '../api/call.ts'
import type { DeviceAsk } from '../api/types.ts'
import { useTitle } from '../shell/use-title.ts'
import { Button } from '../ui/button.tsx'
import { Field, Submit } from '../ui/field.tsx'
import { Form, type Values } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { Loaded, Skeleton } from '../ui/states.tsx'

/** RFC 8628 §3.3: the person compares the code, and lets the device in or not. */
export function DevicePage() {
  useTitle('Let a device in')
  const userCode = new URLSearchParams(useSearch()).get('user_code') ?? ''
  return (
    <div className="h-full overflow-y-auto bg-inset px-4 py-10 sm:pt-20">
      <div className="mx-auto max-w-sm rounded-lg border border-line bg-paper p-6">
        <h1 className="mb-4 text-lg font-semibold">Let a device in</h1>
        {userCode === '' ? <CodeForm /> : <Approval key={userCode} userCode={userCode} />}
      </div>
    </div>
  )
}

function CodeForm() {
  const [, go] = useLocation()
  const submit = async ({ user_code = '' }: Values) => {
    go(withQuery('/device', { user_code: user_code.trim().toUpperCase() }))
  }
  return (
    <Form submit={submit}>
      <Field
        name="user_code"
        label="The code that the device shows"
        placeholder="BCDF-GHJK"
        className="font-mono"
        autoComplete="off"
        autoFocus
      />
      <Submit className="w-full">Go on</Submit>
    </Form>
  )
}

function Approval({ userCode }: { userCode: string }) {
  const [outcome, setOutcome] = useState<'in' | 'out' | null>(null)
  const query = useQuery({
    queryKey: ['device-ask', userCode],
    queryFn: ({ signal }) => get<DeviceAsk>(withQuery('/device', { user_code: userCode }), signal),
    retry: false,
    refetchOnWindowFocus: false,
  })
  const decide = (approve: boolean) => async () => {
    await call('POST', '/device/approve', { user_code: query.data?.user_code ?? userCode, approve })
    setOutcome(approve ? 'in' : 'out')
  }
  if (outcome === 'in') return <Notice kind="good">The device is signed in. You can close this page.</Notice>
  if (outcome === 'out') return <Notice>The device was not let in.</Notice>
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-48" />}>
      {(ask) => (
        <Form submit={decide(true)}>
          <p className="text-soft">Does the device show this very code?</p>
          <p className="rounded-lg border border-line bg-inset py-3 text-center font-mono text-2xl font-semibold tracking-wider">
            {ask.user_code}
          </p>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            {(
              [
                ['Host', ask.host],
                ['System', ask.system],
                ['Address', ask.address],
              ] as const
            ).map(([name, value]) => (
              <div key={name} className="col-span-2 grid grid-cols-subgrid">
                <dt className="text-soft">{name}</dt>
                <dd className="wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
          <Notice kind="warn">If you did not start this yourself, refuse: it would act for your account.</Notice>
          <div className="grid grid-cols-2 gap-2">
            <Refuse refuse={decide(false)} />
            <Submit>Let it in</Submit>
          </div>
        </Form>
      )}
    </Loaded>
  )
}

function Refuse({ refuse }: { refuse: () => Promise<void> }) {
  const [error, setError] = useState<Error | null>(null)
  return (
    <>
      {error && <Notice kind="bad">{error.message}</Notice>}
      <Button kind="danger" onClick={() => refuse().catch(setError)}>
        Refuse
      </Button>
    </>
  )
}
