import { and, eq, inArray, isNotNull, not, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { boxState } from '../../db/schema/states.ts'
import { boxes, lostTaxes, membershipPayments, memberships, parcels } from '../../db/schema.ts'
import type { Money } from '../../domain/refund.ts'
import { returnCreditOf } from '../credit/store-credit.ts'
import { returnToStock } from '../curation/free-stock.ts'
import { lockInventory } from '../curation/inventory.ts'
import { isByPayer } from '../ledger/find-membership.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { abandonLabels } from '../parcels/labels.ts'
import type { Shop } from '../shop/shop.ts'

type Box = typeof boxes.$inferSelect
type Payment = typeof membershipPayments.$inferSelect

/** Returns the belts of packed boxes that won't ship to stock, and asks the postage of their labels back. */
export async function putBack(tx: Transaction, which: SQL | undefined) {
  const back = await tx
    .update(boxes)
    .set({ packedAt: null, shipTo: null })
    .where(which)
    .returning({ id: boxes.id, productId: boxes.productId, size: boxes.size })
  const ofBack = inArray(
    parcels.boxId,
    back.map(({ id }) => id),
  )
  await abandonLabels(tx, sql`${ofBack} and ${parcels.exchangeId} is null`)
  for (const { productId, size } of back) if (productId && size) await returnToStock(tx, { productId, size })
}

/** A box packed before the bank asked about its payment. */
export const isPackedAndHeld = and(eq(boxes.state, 'held'), isNotNull(boxes.packedAt))

/** Locks the stock if packed boxes are among these that the bank asks about; comes before any lock on a box. */
export async function lockStockOfHeld(tx: Transaction, which: SQL): Promise<boolean> {
  if ((await tx.$count(boxes, and(which, isPackedAndHeld))) === 0) return false
  await lockInventory(tx)
  return true
}

/** The same for boxes that are about to be refunded: their belts, packed before the bank asked, are put back. */
async function putBackHeld(tx: Transaction, which: SQL) {
  if (await lockStockOfHeld(tx, which)) await putBack(tx, and(which, isPackedAndHeld))
}

/**
 * Who gives the money of boxes back that never ship: the shop, by a refund, which takes its own tax back; or the bank, which
 * knows nothing of taxes and gives this much for them.
 */
type By = { refundId: string | null } | { disputeId: string; given: Money }

/**
 * Withdraws unshipped boxes of one payment whose money goes back: packed belts return to stock, the store credit that paid for
 * a part returns to whoever spent it, the tax is taken back, and wearers who didn't pay are told. All that differs is who
 * gives the money. The stock is locked before, if packed boxes are among them (`lockStockOfHeld`).
 * @param at when the money went; absent: now
 */
export async function withdrawBoxes(
  tx: Transaction,
  shop: Shop,
  { payment, group, by, at = shop.now() }: { payment: Payment; group: Box[]; by: By; at?: Date },
): Promise<void> {
  if (group.length === 0) return
  const ids = group.map(({ id }) => id)
  await putBackHeld(tx, inArray(boxes.id, ids))
  await returnCreditOf(tx, shop, payment, group)
  if ('disputeId' in by && by.given.taxCents > 0)
    await tx.insert(lostTaxes).values({ ...by.given, disputeId: by.disputeId, paymentId: payment.id, at })
  const gone =
    'disputeId' in by
      ? { state: boxState.to('cancelled', boxes.state), holdReason: null, productId: null }
      : { state: boxState.to('refunded', boxes.state), refundId: by.refundId }
  await tx
    .update(boxes)
    .set({ ...gone, voidedAt: at })
    .where(inArray(boxes.id, ids))
  await tellWearers(tx, shop, ids)
}

/**
 * Tells whoever took a membership over that belts promised to them won't come, because the money went back to the person who
 * had paid for them. The payer hears of it by the refund or from their bank.
 */
async function tellWearers(tx: Transaction, shop: Shop, boxIds: string[]) {
  const theirs = await tx
    .select({ boxId: boxes.id })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .innerJoin(membershipPayments, eq(boxes.paymentId, membershipPayments.id))
    .where(
      and(
        inArray(boxes.id, boxIds),
        eq(boxes.personId, memberships.personId),
        isNotNull(memberships.theirsSince),
        not(isByPayer!),
      ),
    )
  await enqueueMail(tx, shop, ...theirs.map((about) => ({ kind: 'box-gone' as const, about })))
}
