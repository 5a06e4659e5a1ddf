import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { refundStatus } from '../../db/schema/states.ts'
import { refundMoves, refunds } from '../../db/schema.ts'
import type { Shop } from '../shop/shop.ts'

// Refunds that meet a dispute: only one of them gives the money back (docs/decisions/046).

/** Whether all disputes of a payment are over, and the bank has given back a part: the provider refunds none of the rest. */
export async function hasTakenPart(shop: Shop, intentId: string): Promise<boolean> {
  const { objects } = await shop.payments.listDisputes(null, intentId)
  const states = objects.map(({ state }) => state)
  return states.includes('lost') && !states.includes('open')
}

/** The bank has given the buyer this money, so the shop doesn't owe it anymore: the books have the dispute instead. */
export async function leaveToBank(shop: Shop, refundId: string) {
  await shop.db.transaction(async (tx) => {
    const [left] = await tx
      .update(refunds)
      .set({ status: refundStatus.to('failed', refunds.status), madeBy: 'provider' })
      .where(and(eq(refunds.id, refundId), eq(refunds.status, 'pending'), isNull(refunds.providerId)))
      .returning({ id: refunds.id })
    if (!left) return
    await tx.insert(refundMoves).values({ refundId, kind: 'failed', at: shop.now() })
    await tx
      .update(refunds)
      .set({ status: refundStatus.to('settled', refunds.status), lastError: null })
      .where(eq(refunds.id, refundId))
  })
}

/** The bank may give the buyer this money: paid another way, they'd have it twice. It's made again if the dispute is won. */
export async function waitForBank(
  tx: Transaction,
  shop: Shop,
  { id: refundId, attempts }: typeof refunds.$inferSelect,
) {
  await tx
    .update(refunds)
    .set({
      ...{ status: refundStatus.to('pending', refunds.status), attempts: attempts + 1 },
      ...{ providerId: null, lastError: null },
    })
    .where(eq(refunds.id, refundId))
  const at = shop.now()
  await tx.insert(refundMoves).values({ refundId, kind: 'failed', at })
  await tx.insert(refundMoves).values({ refundId, kind: 'retried', at: new Date(at.getTime() + 1) })
}
