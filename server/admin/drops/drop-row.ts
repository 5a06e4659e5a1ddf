import { eq } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { drops } from '../../../db/schema.ts'
import { addDays, type CalendarDate, instantAt } from '../../../domain/calendar-date.ts'
import { cutOffDay, type Drop, dropTitle, shipBy } from '../../../domain/drop.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'

/** The last moment of a day in the shop's time zone (club.md "The calendar"). */
export function endOfDay(shop: Shop, day: CalendarDate): Date {
  return new Date(instantAt(addDays(day, 1), 0, shop.config.timeZone).getTime() - 1)
}

/** The drop's row, held until the transaction ends; made with the calendar's days where nobody has prepared it. */
export async function lockDrop(tx: Transaction, shop: Shop, drop: Drop) {
  await tx
    .insert(drops)
    .values({ drop, cutOffAt: endOfDay(shop, cutOffDay(drop)), shipBy: shipBy(drop), createdAt: shop.now() })
    .onConflictDoNothing()
  const [row] = await tx.select().from(drops).where(eq(drops.drop, drop)).for('update')
  return row!
}

/** @throws ShopError 'not_possible' for a drop that the owner holds */
export async function requireNotHeld(tx: Transaction, shop: Shop, drop: Drop) {
  const row = await lockDrop(tx, shop, drop)
  refuseHeld(row)
  return row
}

/** @throws ShopError 'not_possible' for a drop that the owner holds */
export function refuseHeld({ drop, state }: { drop: Drop; state: string }) {
  if (state !== 'held') return
  throw new ShopError(
    'not_possible',
    `The drop of ${dropTitle(drop)} is held. Release it first, under Hold or move.`,
  )
}
