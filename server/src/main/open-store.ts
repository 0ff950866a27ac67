import { PLAN_NAMES, type PlanName, retentionMs } from '../domain/plan.ts'
import type { Store } from '../domain/ports.ts'
import { openSqliteStore } from '../drivers/sqlite/store.ts'
import { heldBounds } from './held-bounds.ts'
import type { Settings } from './settings.ts'

/** The store that the settings ask for. A tool may work beside a server. */
export async function openStore(settings: Settings, role: 'server' | 'tool'): Promise<Store> {
  const { databaseUrl: url, dataDir } = settings
  const held = heldBounds(settings)
  if (url === null) return openSqliteStore({ dataDir, held, role })
  // Loaded only where it is needed, so that the others start quickly.
  const { openPostgresStore } = await import('../drivers/postgres/store.ts')
  return openPostgresStore({ url, held, retentionMs: retentions(settings) })
}

function retentions({ plans }: Settings): Record<PlanName, number> {
  const entries = PLAN_NAMES.map((name) => [name, retentionMs(plans[name])])
  return Object.fromEntries(entries) as Record<PlanName, number>
}
