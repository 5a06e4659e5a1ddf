import type { Drop } from '../../domain/drop.ts'
import { readSetting } from '../settings/settings.ts'
import type { Shop } from '../shop/shop.ts'
import { upcomingNeeds } from './stock-needs.ts'

/** Percent of a month's belts that can't be filled, from which a stop of renewals is proposed, unless the owner says else. */
const usualPercent = 20

/**
 * How many belts of the coming drop stock can't fill, paid ones and those renewals will buy, and from which share the shop
 * proposes to stop renewals.
 */
export async function comingShortage(
  shop: Shop,
): Promise<{ drop: Drop; wanted: number; short: number; percent: number }> {
  const { drop, needs } = await upcomingNeeds(shop)
  const wanted = needs.reduce((sum, { promised, expected }) => sum + promised + expected, 0)
  const short = needs.reduce((sum, { left }) => sum + Math.max(0, -left), 0)
  return { drop, wanted, short, percent: (await readSetting(shop, 'proposeStopAt'))?.percent ?? usualPercent }
}
