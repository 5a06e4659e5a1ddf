import { asc, eq, sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/database.ts'
import { orderSearches } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { seesEmails } from '../../../domain/admin/hidden-fields.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { type OrderFilter, ordersPage } from './find-orders.ts'

/** Most orders a saved search counts: more shows as "1,000+". */
const mostCounted = 1_000
/** Most saved searches: each one is counted whenever the list opens. */
const mostSearches = 20

/** The saved searches, each with the number of orders it finds now. */
export async function listOrderSearches(
  shop: Shop,
  _input: AdminInput<'listOrderSearches'>,
  { role }: Pick<Staff, 'role'>,
): Promise<AdminReply<'listOrderSearches'>> {
  const all = await shop.db
    .select()
    .from(orderSearches)
    .orderBy(asc(sql`lower(${orderSearches.name})`))
  const searches = []
  for (const { id, name, filters } of all) {
    const asked = { ...filters, isWithoutEmails: !seesEmails(role) } as OrderFilter
    const [row] = await rowsOf<{ orders: number }>(
      shop.db,
      sql`select count(*)::int as orders from (${await ordersPage(shop, asked, mostCounted)}) found`,
    )
    searches.push({ id, name, filters, orders: row!.orders })
  }
  return { searches }
}

/** Saves the list's filters under a name, or replaces those already under it. @throws ShopError 'not_possible' */
export async function saveOrderSearch(
  shop: Shop,
  { name, filters }: AdminInput<'saveOrderSearch'>,
  staff: Staff,
): Promise<AdminReply<'saveOrderSearch'>> {
  if (Object.keys(filters).length === 0)
    throw new ShopError('not_possible', 'This is the whole list. Search or filter first, then save the view.')
  await shop.db.transaction(async (tx) => {
    const isIt = sql`lower(${orderSearches.name}) = lower(${name.trim()})`
    await tx.delete(orderSearches).where(isIt)
    if ((await tx.$count(orderSearches)) >= mostSearches)
      throw new ShopError('not_possible', `There are ${mostSearches} views already. Delete one first.`)
    const [made] = await tx
      .insert(orderSearches)
      .values({ name: name.trim(), filters, username: staff.username, createdAt: shop.now() })
      .returning()
    await audit(tx, staff, shop.now(), {
      action: 'order-view.save',
      entity: 'order_searches',
      entityId: made!.id,
      after: { name: name.trim(), ...filters },
    })
  })
  return { success: true }
}

/** @throws ShopError 'not_found' */
export async function deleteOrderSearch(
  shop: Shop,
  { searchId }: AdminInput<'deleteOrderSearch'>,
  staff: Staff,
): Promise<AdminReply<'deleteOrderSearch'>> {
  await shop.db.transaction(async (tx) => {
    const [gone] = await tx.delete(orderSearches).where(eq(orderSearches.id, searchId)).returning()
    if (!gone) throw new ShopError('not_found', 'We can’t find that view. Reload the page.')
    await audit(tx, staff, shop.now(), {
      action: 'order-view.delete',
      entity: 'order_searches',
      entityId: searchId,
      before: { name: gone.name, ...gone.filters },
    })
  })
  return { success: true }
}
