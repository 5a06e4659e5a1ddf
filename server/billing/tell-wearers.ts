import { and, eq, inArray, isNotNull, not } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { boxes, membershipPayments, memberships } from '../../db/schema.ts'
import { isByPayer } from '../ledger/find-membership.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { Shop } from '../shop/shop.ts'

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
