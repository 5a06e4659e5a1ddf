import { and, asc, desc, eq, inArray, or } from 'drizzle-orm'
import {
  boxes,
  membershipPayments,
  memberships,
  orderItems,
  orders,
  products,
  refunds,
  sharedStraps,
  subscriptionPlans,
} from '../../../db/schema.ts'
import { dropCalendar } from '../../ledger/drop-calendar.ts'
import { isSecret } from '../../ledger/secret-gifts.ts'
import { rightsToBox } from '../../members/own-membership.ts'
import type { Shop } from '../../shop/shop.ts'

/**
 * Everything the member's page needs about the memberships of these mailboxes, or about one of them, newest first. After
 * a handover, the new member gets only the boxes that are theirs; viewMembership hides the earlier payments.
 */
export async function loadMemberships(shop: Shop, emails: string[], id?: string, isForStaff = false) {
  const isTheirs = or(inArray(memberships.memberEmail, emails), inArray(memberships.payerEmail, emails))
  const theirs = await shop.db
    .select({
      ...{ membership: memberships, item: orderItems, order: orders, planName: subscriptionPlans.name },
      strap: sharedStraps,
    })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.planId, memberships.planId))
    .leftJoin(sharedStraps, eq(sharedStraps.membershipId, memberships.id))
    .where(id ? and(eq(memberships.id, id), isTheirs) : isTheirs)
    .orderBy(desc(memberships.createdAt), asc(orderItems.position))
  const rows = isForStaff
    ? theirs
    : theirs.filter(({ membership }) => !emails.every((email) => isSecret(shop, membership, email)))
  const ids = rows.map(({ membership }) => membership.id)
  if (ids.length === 0) return []
  const owed = await shop.db
    .select({ box: boxes, belt: products })
    .from(boxes)
    .leftJoin(products, eq(boxes.productId, products.id))
    .where(inArray(boxes.membershipId, ids))
    .orderBy(asc(boxes.drop), asc(boxes.createdAt), asc(boxes.ordinal))
  const payments = await shop.db
    .select({ payment: membershipPayments, planName: subscriptionPlans.name })
    .from(membershipPayments)
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.planId, membershipPayments.planId))
    .where(inArray(membershipPayments.membershipId, ids))
    .orderBy(desc(membershipPayments.paidAt))
  const given = await shop.db
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
    .where(inArray(membershipPayments.membershipId, ids))
    .orderBy(asc(refunds.createdAt))
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  return rows.map((row) => ({
    ...row,
    isForStaff,
    /** the drop calendar, with the owner's dates */
    calendar,
    boxes: owed.filter(
      ({ box }) =>
        box.membershipId === row.membership.id &&
        (isForStaff || rightsToBox(box, row.membership, emails).length > 0),
    ),
    payments: payments
      .filter(({ payment }) => payment.membershipId === row.membership.id)
      .map(({ payment, planName }) => ({
        ...payment,
        /** the plan it paid for; an old payment doesn't say, but then it was always the membership's */
        planName: planName ?? row.planName,
        refunds: given.map(({ refund }) => refund).filter((refund) => refund.paymentId === payment.id),
      })),
  }))
}

export type Loaded = Awaited<ReturnType<typeof loadMemberships>>[number]
