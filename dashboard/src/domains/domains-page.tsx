import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useSession } from '../api/session.ts'
import { addDomain, useAccount, useDomains } from '../api/settings.ts'
import type { Domain } from '../api/types.ts'
import { CARD, PageHead, Row, Rows } from '../settings/section.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, Submit } from '../ui/field.tsx'
import { Form, type Values } from '../ui/form.tsx'
import { Badge } from '../ui/notice.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { EmptyState } from '../ui/states.tsx'

export function DomainsPage() {
  const [adding, setAdding] = useState(false)
  const { user } = useSession()
  const { data: account } = useAccount()
  const list = useDomains()
  const none = account?.limits.custom_domains === 0 && list.items?.length === 0
  return (
    <>
      <PageHead
        title="Domains"
        action={
          !none &&
          user.role !== 'member' && (
            <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
              Add a domain
            </Button>
          )
        }
      >
        Mail for a domain of your own, in inboxes that only your account can have.
      </PageHead>
      {none ? (
        <div className={CARD}>
          <EmptyState icon="link" title="Not on this plan">
            The {account?.plan} plan has no custom domains. <Link href="/settings/plan">See the plans</Link>
          </EmptyState>
        </div>
      ) : (
        <Rows
          label="Domains"
          list={list}
          keyOf={({ domain }) => domain}
          empty={{
            icon: 'link',
            title: 'No domain yet',
            text: 'Add one, set two DNS records, and mail for it arrives.',
          }}
          row={(domain) => <DomainRow domain={domain} />}
        />
      )}
      {adding && <AddDialog close={() => setAdding(false)} />}
    </>
  )
}

export function DomainState({ domain }: { domain: Domain }) {
  if (domain.state === 'verified') return <Badge kind="good">verified</Badge>
  return <Badge kind={domain.state === 'lost' ? 'bad' : 'warn'}>{domain.state}</Badge>
}

function DomainRow({ domain }: { domain: Domain }) {
  const { domain: name, checked_at: checked } = domain
  return (
    <Row
      title={
        <>
          <Link href={`/settings/domains/${name}`} className="underline-offset-2 hover:underline">
            {name}
          </Link>
          <DomainState domain={domain} />
        </>
      }
    >
      {checked === null ? (
        'not looked at yet'
      ) : (
        <>
          last look: <RelativeTime at={checked} />
        </>
      )}
    </Row>
  )
}

function AddDialog({ close }: { close: () => void }) {
  const [, go] = useLocation()
  const submit = async ({ domain: wanted = '' }: Values) => {
    const { domain } = await addDomain(wanted.trim())
    go(`/settings/domains/${domain}`)
  }
  return (
    <Dialog title="Add a domain" close={close}>
      <Form submit={submit} place={{ domain_not_allowed: 'domain', conflict: 'domain' }}>
        <Field
          name="domain"
          label="Domain"
          placeholder="mail.example.com"
          hint="One that you can set DNS records for. One without mail of its own is best: a subdomain will do."
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          autoFocus
        />
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Submit>Add</Submit>
        </div>
      </Form>
    </Dialog>
  )
}
