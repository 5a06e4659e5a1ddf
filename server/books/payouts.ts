import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { balanceMovements } from '../../db/schema.ts'
import { addDays, instantAt } from '../../domain/calendar-date.ts'
import { shopDay } from '../ledger/shop-day.ts'
import type { Shop } from '../shop/shop.ts'
import { type Period, readBooks, requirePeriod } from './books.ts'
import { syncBalance } from './sync-balance.ts'

type Movement = typeof balanceMovements.$inferSelect

/** The payouts of a period with what each consists of, and the provider's balance by its movements and by the books. */
export async function readPayouts(shop: Shop, period: Period) {
  requirePeriod(period)
  await syncBalance(shop, 0).catch((error) =>
    shop.log.warn({ error }, 'what moved the balance could not be read; the books show what is known'),
  )
  const { accounts } = await readBooks(shop, period)
  const at = (day: string) => instantAt(day, 0, shop.config.timeZone)
  const end = at(addDays(period.to, 1))
  const made = await shop.db
    .select()
    .from(balanceMovements)
    .where(
      and(
        eq(balanceMovements.category, 'payout'),
        gte(balanceMovements.at, at(period.from)),
        lt(balanceMovements.at, end),
      ),
    )
    .orderBy(desc(balanceMovements.at))
  const ids = made.flatMap(({ sourceId }) => sourceId ?? [])
  const parts =
    ids.length === 0
      ? []
      : await shop.db.select().from(balanceMovements).where(inArray(balanceMovements.payoutId, ids))
  const byPayout = Map.groupBy(parts, ({ payoutId }) => payoutId)
  const [balance] = await shop.db
    .select({
      cents:
        sql<number>`coalesce(sum(${balanceMovements.amountCents} - ${balanceMovements.feeCents}) * 100, 0)`.mapWith(
          Number,
        ),
    })
    .from(balanceMovements)
    .where(lt(balanceMovements.at, end))
  return {
    payouts: made.map((payout) => view(shop, payout, byPayout.get(payout.sourceId) ?? [])),
    booksCents: accounts.find(({ code }) => code === '1010')?.closingCents ?? 0,
    providerCents: Math.round(balance?.cents ?? 0),
  }
}

function view(shop: Shop, payout: Movement, all: Movement[]) {
  const parts = all.filter(({ id }) => id !== payout.id)
  const sumOf = (which: (category: string) => boolean) =>
    parts.filter(({ category }) => which(category)).reduce((sum, { amountCents }) => sum + amountCents, 0)
  const isRefund = (category: string) => category.startsWith('refund')
  const isDispute = (category: string) => category.startsWith('dispute')
  const isFee = (category: string) => category === 'fee'
  const sums = {
    chargeCents: sumOf((category) => category === 'charge'),
    refundCents: sumOf(isRefund),
    disputeCents: sumOf(isDispute),
    feeCents: sumOf(isFee) - parts.reduce((sum, { feeCents }) => sum + feeCents, 0),
    otherCents: sumOf(
      (category) => category !== 'charge' && !isRefund(category) && !isDispute(category) && !isFee(category),
    ),
  }
  const amountCents = -payout.amountCents
  return {
    id: payout.sourceId ?? payout.id,
    day: shopDay(shop, payout.at),
    amountCents,
    isManual: payout.payoutId !== null && parts.length === 0,
    charges: parts.filter(({ category }) => category === 'charge').length,
    ...sums,
    isReconciled: Object.values(sums).reduce((sum, cents) => sum + cents, 0) === amountCents,
  }
}
