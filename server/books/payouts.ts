import { and, desc, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import { balanceMovements } from '../../db/schema.ts'
import { addDays, instantAt } from '../../domain/calendar-date.ts'
import { readSetting, writeSetting } from '../settings/settings.ts'
import type { BalanceState, Page } from '../shop/payment-states.ts'
import { stepDone } from '../shop/rounds.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { type Period, readBooks, requirePeriod } from './books.ts'
import { noteStrays } from './stray-movements.ts'

type Movement = typeof balanceMovements.$inferSelect

/** The payouts of a period with what each consists of, and the provider's balance by its movements and by the books. */
export async function readPayouts(shop: Shop, period: Period) {
  requirePeriod(period)
  await readBalance(shop, 0)
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

/** Milliseconds before the last read that are read again: a movement may be listed late. */
const onceMore = 24 * 60 * 60_000
/** Milliseconds between reads: fees and payouts are booked by the day. */
const lookEvery = 60 * 60_000

/**
 * Stores movements of the provider's balance, and which payout included each. After an interruption it starts again from the
 * start of the last complete read; known rows stay as they are.
 * @param every milliseconds: does nothing if the last read is more recent; 0 when a person is looking
 */
export async function syncBalance(shop: Shop, every = lookEvery): Promise<void> {
  const begun = shop.now()
  const until = await readSetting(shop, 'balanceReadUntil')
  if (until && begun.getTime() - Date.parse(until) < every) return
  const known = until ? new Date(Date.parse(until) - onceMore) : new Date(0)
  let after: string | null = null
  do {
    const page: Page<BalanceState> = await shop.payments.listBalance(after)
    const rows = page.objects.map(({ createdAt: at, ...moved }) => ({ ...moved, at }))
    if (rows.length > 0) await keep(shop, rows, until === null)
    const oldest = rows.at(-1)?.at
    after = oldest && oldest > known ? page.next : null
    stepDone()
  } while (after)
  await keepPayouts(shop)
  await writeSetting(shop, 'balanceReadUntil', begun.toISOString())
  await noteStrays(shop, until === null)
}

/** The same for whoever looks at the books: if the provider doesn't answer, they show what is known. */
export async function readBalance(shop: Shop, every: number): Promise<void> {
  await syncBalance(shop, every).catch((error) =>
    shop.log.warn({ error }, 'what moved the balance could not be read; the books show what is known'),
  )
}

// Movements never change at the provider, but an older version, or an interrupted answer, may not know what they are of.
// Only a complete reread repairs rows that were damaged here.
async function keep(shop: Shop, rows: (typeof balanceMovements.$inferInsert)[], mends: boolean) {
  const { amountCents, feeCents, kind, intentId } = balanceMovements
  const news = { kind: sql`excluded.kind`, intentId: sql`coalesce(excluded.intent_id, ${intentId})` }
  const isNew = sql`(${kind} is null or ${intentId} is null) and excluded.intent_id is not null`
  const isOther = sql`(${amountCents}, ${feeCents}) <> (excluded.amount, excluded.fee)`
  await shop.db
    .insert(balanceMovements)
    .values(rows)
    .onConflictDoUpdate({
      target: balanceMovements.id,
      set: mends ? { amountCents: sql`excluded.amount`, feeCents: sql`excluded.fee`, ...news } : news,
      setWhere: mends ? sql`${isNew} or ${isOther}` : isNew,
    })
}

// A payout's own row is marked last, so that an interrupted one is read again.
async function keepPayouts(shop: Shop) {
  const open = await shop.db
    .select({ id: balanceMovements.id, payoutId: balanceMovements.sourceId })
    .from(balanceMovements)
    .where(and(eq(balanceMovements.category, 'payout'), isNull(balanceMovements.payoutId)))
  for (const { id, payoutId } of open) {
    if (!payoutId) continue
    let after: string | null = null
    do {
      const page: Page<BalanceState> = await shop.payments.listBalance(after, payoutId)
      const ids = page.objects.map((moved) => moved.id).filter((each) => each !== id)
      if (ids.length > 0)
        await shop.db.update(balanceMovements).set({ payoutId }).where(inArray(balanceMovements.id, ids))
      after = page.next
      stepDone()
    } while (after)
    // One made by hand may be a part of the next, which was just read.
    const isOpen = and(eq(balanceMovements.id, id), isNull(balanceMovements.payoutId))
    await shop.db.update(balanceMovements).set({ payoutId }).where(isOpen)
  }
}
