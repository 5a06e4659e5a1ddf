import { count, gte, sql, sum } from 'drizzle-orm'
import { orders } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { Figures } from '../../../domain/admin/dashboard-contracts.ts'
import { instantAt } from '../../../domain/calendar-date.ts'
import { aggregateChanges } from '../../figures/add-up.ts'
import { readSetting, writeSetting } from '../../settings/settings.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { memberFigures } from './member-figures.ts'
import { shopFigures } from './shop-figures.ts'

/** Milliseconds before the worker recalculates (server/worker.ts looks every few minutes). */
const freshFor = 10 * 60_000

/** If calculating took at most this many milliseconds, every visit does it again: a small club sees current figures. */
const quick = 50

/** Today's orders live, and the figures as last calculated. */
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

/** The figures as last stored; null if none, or if an older release stored fewer of them. */
async function knownFigures(shop: Shop): Promise<Figures | null> {
  const known = await readSetting(shop, 'figures')
  return known && 'sources' in known ? known : null
}

async function figuresFor(shop: Shop, again: boolean): Promise<Figures> {
  const known = await knownFigures(shop)
  const isSmall = known !== null && known.took <= quick
  return known && !again && !isSmall ? known : aggregateFigures(shop)
}

/** Called by the worker every few minutes: recalculates for all processes if the figures are old. */
export async function cacheFigures(shop: Shop): Promise<void> {
  const known = await knownFigures(shop)
  if (known && shop.now().getTime() - Date.parse(known.at) < freshFor) return
  await aggregateFigures(shop)
}

/**
 * Adds up what changed since the last time and stores the figures, so that the dashboard opens quickly. Purchases running
 * at the same time never wait for it.
 */
export async function aggregateFigures(shop: Shop): Promise<Figures> {
  const begun = performance.now()
  await aggregateChanges(shop)
  const sums = {
    at: shop.now().toISOString(),
    ...(await memberFigures(shop)),
    ...(await shopFigures(shop)),
  }
  const figures: Figures = { ...sums, took: Math.round(performance.now() - begun) }
  await writeSetting(shop, 'figures', figures)
  return figures
}
