import type { HeldBounds } from '../domain/ports.ts'
import type { Settings } from './settings.ts'

const MAX_PER_ADDRESS = 50

/** Bounds of the mail for addresses that nobody has claimed. */
export function heldBounds({ unclaimedMaxBytes }: Pick<Settings, 'unclaimedMaxBytes'>): HeldBounds {
  return { maxBytes: unclaimedMaxBytes, maxPerAddress: MAX_PER_ADDRESS }
}
