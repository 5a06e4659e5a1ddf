import type { Figures } from '../../../domain/admin/dashboard-calls.ts'
import { writeSetting } from '../../settings/write-setting.ts'
import type { Shop } from '../../shop.ts'
import { cohortFigures } from './cohort-figures.ts'
import { crowdFigures } from './crowd-figures.ts'
import { membershipFigures } from './membership-figures.ts'
import { ordersByDay } from './orders-by-day.ts'

/**
 * Adds the ledger up and keeps the sums, because with a million orders that takes seconds and the dashboard is to open at
 * once. The sums are read beside purchases and lock nothing.
 */
export async function addUpFigures(shop: Shop): Promise<Figures> {
  const begun = performance.now()
  const sums = {
    at: shop.now().toISOString(),
    ...(await membershipFigures(shop)),
    ...(await crowdFigures(shop)),
    ordersByDay: await ordersByDay(shop),
    cohorts: await cohortFigures(shop),
  }
  const figures: Figures = { ...sums, took: Math.round(performance.now() - begun) }
  await writeSetting(shop, 'figures', figures)
  return figures
}
