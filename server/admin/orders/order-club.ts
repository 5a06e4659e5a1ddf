import { asc, eq, inArray } from 'drizzle-orm'
import {
  boxes,
  membershipPayments,
  memberships,
  orderItems,
  products,
  refunds,
  subscriptionPlans,
} from '../../../db/schema.ts'
import { unpackedStates } from '../../../domain/box.ts'
import { nextCharge } from '../../billing/next-charge.ts'
import type { Shop } from '../../shop.ts'

/** What an order became: memberships in the cart's order with their boxes, payments, refunds. */
export async function orderClub(shop: Shop, orderId: string) {
  const { db } = shop
  const rows = await db
    .select({ membership: memberships, planName: subscriptionPlans.name })
    .from(memberships)
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.planId, memberships.planId))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position))
  const ids = rows.map((row) => row.membership.id)
  if (ids.length === 0) return { memberships: [], payments: [], refunds: [] }
  const owed = await db
    .select({ box: boxes, belt: products.name })
    .from(boxes)
    .leftJoin(products, eq(boxes.productId, products.id))
    .where(inArray(boxes.membershipId, ids))
    .orderBy(asc(boxes.drop), asc(boxes.ordinal))
  const payments = await db
    .select()
    .from(membershipPayments)
    .where(inArray(membershipPayments.membershipId, ids))
    .orderBy(asc(membershipPayments.paidAt))
  const given = await db
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
    .where(inArray(membershipPayments.membershipId, ids))
    .orderBy(asc(refunds.createdAt))
  const charges = await Promise.all(rows.map(({ membership }) => nextCharge(shop, membership)))
  return {
    memberships: rows.map(({ membership, planName }, place) => ({
      id: membership.id,
      orderItemId: membership.orderItemId,
      planId: membership.planId,
      planName,
      isGift: membership.isGift,
      status: membership.status,
      nextChargeOn: charges[place]?.on ?? null,
      nextChargeCents: charges[place]?.amountCents ?? null,
      boxes: owed
        .filter(({ box }) => box.membershipId === membership.id)
        .map(({ box, belt }) => ({
          id: box.id,
          drop: box.drop,
          state: box.state,
          valueCents: box.valueCents,
          belt,
          size: box.size,
          holdReason: box.holdReason,
          trackingNumber: box.trackingNumber,
          isRefundable: box.paymentId !== null && unpackedStates.includes(box.state),
        })),
    })),
    payments: payments.map(({ id, reference, paidAt, amountCents, taxCents, boxCount }) => ({
      id,
      reference,
      paidAt: paidAt.toISOString(),
      amountCents,
      taxCents,
      boxCount,
    })),
    refunds: given.map(({ refund: { id, createdAt, amountCents, taxCents, status } }) => ({
      id,
      createdAt: createdAt.toISOString(),
      amountCents,
      taxCents,
      status,
    })),
  }
}
