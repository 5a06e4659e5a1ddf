import { and, asc, desc, eq, inArray, or } from 'drizzle-orm'
import {
  boxes,
  membershipPayments,
  memberships,
  orderItems,
  orders,
  products,
  refunds,
  subscriptionPlans,
} from '../../../db/schema.ts'
import type { AccountReply } from '../../../domain/account/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { MembershipView } from '../../../domain/membership-view.ts'
import { dropCalendar } from '../../ledger/drop-calendar.ts'
import type { Member } from '../../members/member.ts'
import { rightsOf } from '../../members/own-membership.ts'
import { isSecret } from '../../memberships/secret-gifts.ts'
import type { Shop } from '../../shop/shop.ts'
import { viewMembership } from './view-membership.ts'

/** Every membership that the signed-in address pays for or wears, each with what this address may see of it. */
export async function readAccount(
  shop: Shop,
  _input: unknown,
  member: Member,
): Promise<AccountReply<'readMember'>> {
  const loaded = await loadMemberships(shop, member.email)
  return {
    email: member.email,
    memberships: await Promise.all(
      loaded.map((each) => viewMembership(shop, each, rightsOf(each.membership, member.email))),
    ),
  }
}

/**
 * One membership, read afresh after it was changed.
 * @throws ShopError 'not_found'
 */
export async function readMembership(shop: Shop, member: Member, id: string): Promise<MembershipView> {
  const [loaded] = await loadMemberships(shop, member.email, id)
  if (!loaded) throw new ShopError('not_found', 'This membership is not known here.')
  return viewMembership(shop, loaded, rightsOf(loaded.membership, member.email))
}

/** Every membership of an address for the desk: with the gifts of which it does not know yet, and all that each side sees. */
export async function readForStaff(shop: Shop, email: string) {
  const loaded = await loadMemberships(shop, email, undefined, true)
  return Promise.all(
    loaded.map(async (each) => ({
      ...each,
      view: await viewMembership(shop, each, ['money', 'preferences']),
    })),
  )
}

/** All that the member's page needs of the memberships of an address, or of one of them, newest first. */
async function loadMemberships(shop: Shop, email: string, id?: string, withSecrets = false) {
  const isTheirs = or(eq(memberships.memberEmail, email), eq(memberships.payerEmail, email))
  const theirs = await shop.db
    .select({ membership: memberships, item: orderItems, order: orders, planName: subscriptionPlans.name })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.planId, memberships.planId))
    .where(id ? and(eq(memberships.id, id), isTheirs) : isTheirs)
    .orderBy(desc(memberships.createdAt), asc(orderItems.position))
  const rows = withSecrets ? theirs : theirs.filter(({ membership }) => !isSecret(shop, membership, email))
  const ids = rows.map(({ membership }) => membership.id)
  if (ids.length === 0) return []
  const owed = await shop.db
    .select({ box: boxes, belt: products })
    .from(boxes)
    .leftJoin(products, eq(boxes.productId, products.id))
    .where(inArray(boxes.membershipId, ids))
    .orderBy(asc(boxes.drop), asc(boxes.createdAt), asc(boxes.ordinal))
  const payments = await shop.db
    .select()
    .from(membershipPayments)
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
    /** the owner's days */
    calendar,
    boxes: owed.filter(({ box }) => box.membershipId === row.membership.id),
    payments: payments
      .filter((payment) => payment.membershipId === row.membership.id)
      .map((payment) => ({
        ...payment,
        refunds: given.map(({ refund }) => refund).filter((refund) => refund.paymentId === payment.id),
      })),
  }))
}

export type Loaded = Awaited<ReturnType<typeof loadMemberships>>[number]
