import { Link } from 'wouter'
import { useAccount } from '../api/settings.ts'
import { plural } from '../ui/format.ts'
import { EmptyState, Loaded } from '../ui/states.tsx'
import { CARD, PageHead } from './section.tsx'

export function DomainsPage() {
  return (
    <>
      <PageHead title="Domains">Mail for a domain of your own, in inboxes that only your account can have.</PageHead>
      <div className={CARD}>
        <Loaded query={useAccount()}>
          {({ limits, plan }) =>
            limits.custom_domains === 0 ? (
              <EmptyState icon="link" title="Not on this plan">
                The {plan} plan has no custom domains. <Link href="/settings/plan">See the plans</Link>
              </EmptyState>
            ) : (
              <EmptyState icon="link" title="No domain yet">
                The {plan} plan allows {plural(limits.custom_domains, 'domain')}. Adding one is not part of this version
                of the server.
              </EmptyState>
            )
          }
        </Loaded>
      </div>
    </>
  )
}
