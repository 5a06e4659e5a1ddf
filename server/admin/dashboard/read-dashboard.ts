import { count, gte, sql, sum } from 'drizzle-orm'
import { orders } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Figures } from '../../../domain/admin/dashboard-calls.ts'
import { instantAt } from '../../../domain/calendar-date.ts'
import { shopDay } from '../../billing/shop-day.ts'
import { readSetting } from '../../settings/read-setting.ts'
import type { Shop } from '../../shop.ts'
import { addUpFigures } from './add-up-figures.ts'

/** Milliseconds after which the worker adds up again (server/worker.ts looks every few minutes). */
const freshFor = 10 * 60_000

/** Milliseconds up to which adding up is no matter: a small club always sees its sums of now. */
const quick = 50

/** Today's orders as they are, and the sums as they were added up last. */
export async function readDashboard(
  shop: Shop,
  { again }: AdminInput<'readDashboard'>,
): Promise<AdminReply<'readDashboard'>> {
  const midnight = instantAt(shopDay(shop), 0, shop.config.timeZone)
  const [today] = await shop.db
    .select({
      orders: count(),
      gifts: sum(sql`(${orders.recipientType} = 'gift')::int`).mapWith(Number),
      totalCents: sum(sql`${orders.totalCents} * 100`).mapWith(Number),
    })
    .from(orders)
    .where(gte(orders.createdAt, midnight))
  return {
    today: {
      orders: today?.orders ?? 0,
      gifts: today?.gifts ?? 0,
      totalCents: Math.round(today?.totalCents ?? 0),
    },
    figures: await figuresFor(shop, again === '1'),
  }
}

async function figuresFor(shop: Shop, again: boolean): Promise<Figures> {
  const known = await readSetting(shop, 'figures')
  const isSmall = known !== null && known.took <= quick
  return known && !again && !isSmall ? known : addUpFigures(shop)
}

/** What the worker does every few minutes: one process adds up for all. */
export async function keepFigures(shop: Shop): Promise<void> {
  const known = await readSetting(shop, 'figures')
  if (known && shop.now().getTime() - Date.parse(known.at) < freshFor) return
  await addUpFigures(shop)
}
