import { sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/rows.ts'
import type { Figures } from '../../../domain/admin/dashboard-calls.ts'
import { addDays, instantAt } from '../../../domain/calendar-date.ts'
import { shopDay } from '../../billing/shop-day.ts'
import type { Shop } from '../../shop.ts'

const days = 30

/** Orders of the last 30 days of the shop, today among them; a day without any is there as well. */
export async function ordersByDay(shop: Shop): Promise<Figures['ordersByDay']> {
  const first = addDays(shopDay(shop), 1 - days)
  const since = instantAt(first, 0, shop.config.timeZone).toISOString()
  const rows = await rowsOf(
    shop.db,
    sql`select to_char(created_at at time zone ${shop.config.timeZone}, 'YYYY-MM-DD') as day, count(*) as orders,
      count(*) filter (where recipient_type = 'gift') as gifts, sum(total_amount) * 100 as cents
      from orders where created_at >= ${since} group by 1`,
  )
  return Array.from({ length: days }, (_, index) => {
    const day = addDays(first, index)
    const row = rows.find((each) => each.day === day)
    return {
      day,
      orders: Number(row?.orders ?? 0),
      gifts: Number(row?.gifts ?? 0),
      totalCents: Math.round(Number(row?.cents ?? 0)),
    }
  })
}
