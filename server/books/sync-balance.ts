import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { balanceMovements } from '../../db/schema.ts'
import { readSetting, writeSetting } from '../settings/settings.ts'
import type { BalanceState, Page } from '../shop/payment-states.ts'
import type { Shop } from '../shop/shop.ts'

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
  } while (after)
  await keepPayouts(shop)
  await writeSetting(shop, 'balanceReadUntil', begun.toISOString())
}

// Movements never change at the provider. Only a complete reread repairs rows that were damaged here.
async function keep(shop: Shop, rows: (typeof balanceMovements.$inferInsert)[], mends: boolean) {
  const made = shop.db.insert(balanceMovements).values(rows)
  if (!mends) return void (await made.onConflictDoNothing())
  await made.onConflictDoUpdate({
    target: balanceMovements.id,
    set: { amountCents: sql`excluded.amount`, feeCents: sql`excluded.fee` },
    setWhere: sql`(${balanceMovements.amountCents}, ${balanceMovements.feeCents}) <> (excluded.amount, excluded.fee)`,
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
    } while (after)
    // One made by hand may be a part of the next, which was just read.
    const isOpen = and(eq(balanceMovements.id, id), isNull(balanceMovements.payoutId))
    await shop.db.update(balanceMovements).set({ payoutId }).where(isOpen)
  }
}
