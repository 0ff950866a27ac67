import type { UrlRules } from '../fronts/webhooks/check-url.ts'
import { makeAddressRules } from '../lib/net/address-rules.ts'
import type { Settings } from './settings.ts'

export function webhookRules({ webhookPorts, webhookAllowCidrs, webhookAllowHttp }: Settings): UrlRules {
  return { addresses: makeAddressRules(webhookPorts, webhookAllowCidrs ?? []), allowHttp: webhookAllowHttp }
}
