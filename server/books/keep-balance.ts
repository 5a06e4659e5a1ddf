import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { balanceMovements } from '../../db/schema.ts'
import { readSetting, writeSetting } from '../settings/settings.ts'
import type { BalanceState, Page } from '../shop/payment-states.ts'
import type { Shop } from '../shop/shop.ts'

/** Milliseconds before the last look that are read once more: a movement may be listed late. */
const onceMore = 24 * 60 * 60_000
/** Milliseconds between looks: fees and payouts are booked by the day. */
const lookEvery = 60 * 60_000

/**
 * Keeps what moved the balance at the provider, and which payout paid it out. Where it was broken off it begins again from
 * where the last whole look began; what is known already stays as it is.
 * @param every milliseconds: nothing is read where the last look is younger; 0 where a person looks at it
 */
export async function keepBalance(shop: Shop, every = lookEvery): Promise<void> {
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

// A movement never changes at the provider: only what was damaged here is put right, where all is read from the beginning.
async function keep(shop: Shop, rows: (typeof balanceMovements.$inferInsert)[], mends: boolean) {
  const made = shop.db.insert(balanceMovements).values(rows)
  if (!mends) return void (await made.onConflictDoNothing())
  await made.onConflictDoUpdate({
    target: balanceMovements.id,
    set: { amountCents: sql`excluded.amount`, feeCents: sql`excluded.fee` },
    setWhere: sql`(${balanceMovements.amountCents}, ${balanceMovements.feeCents}) <> (excluded.amount, excluded.fee)`,
  })
}

// Its own row learns its payout last: one that was broken off is asked about again.
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
    await shop.db.update(balanceMovements).set({ payoutId }).where(eq(balanceMovements.id, id))
  }
}
