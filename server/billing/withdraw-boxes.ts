import { and, eq, inArray, isNotNull, not, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { boxes, membershipPayments, memberships, parcels } from '../../db/schema.ts'
import { returnToStock } from '../curation/free-stock.ts'
import { lockInventory } from '../curation/inventory.ts'
import { isByPayer } from '../ledger/find-membership.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { abandonLabels } from '../parcels/labels.ts'
import type { Shop } from '../shop/shop.ts'

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
export async function putBackHeld(tx: Transaction, which: SQL) {
  if (await lockStockOfHeld(tx, which)) await putBack(tx, and(which, isPackedAndHeld))
}

/**
 * Tells whoever took a membership over that belts promised to them won't come, because the money went back to the person who
 * had paid for them. The payer hears of it by the refund or from their bank.
 */
export async function tellWearers(tx: Transaction, shop: Shop, boxIds: string[]) {
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
