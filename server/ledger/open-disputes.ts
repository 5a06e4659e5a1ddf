import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { disputes, membershipPayments, memberships, orderItems, orders } from '../../db/schema.ts'
import { undecidedStatuses } from '../../domain/dispute.ts'

/** The disputes of these orders' payments that aren't decided, soonest deadline first. */
export async function openDisputesOf(db: Database | Transaction, orderIds: string[]) {
  if (orderIds.length === 0) return []
  return db
    .selectDistinct({
      ...{ id: disputes.id, orderId: orders.id, orderNumber: orders.orderNumber, status: disputes.status },
      ...{ amountCents: disputes.amountCents, dueBy: disputes.dueBy },
    })
    .from(disputes)
    .innerJoin(membershipPayments, eq(membershipPayments.intentId, disputes.intentId))
    .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(and(inArray(disputes.status, undecidedStatuses), inArray(orders.id, orderIds)))
    .orderBy(asc(disputes.dueBy), asc(disputes.id))
}

/** The same of someone's orders, as their page shows them; nothing if there are none. */
export async function disputesOfPerson(db: Database | Transaction, orderIds: string[]) {
  const open = await openDisputesOf(db, orderIds)
  if (open.length === 0) return {}
  return {
    disputes: open.map(({ id, orderNumber, status, amountCents, dueBy }) => ({
      ...{ id, orderNumber, status, amountCents, dueBy: dueBy?.toISOString() ?? null },
    })),
  }
}
