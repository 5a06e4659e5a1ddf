import { and, asc, desc, eq, gt, lte } from 'drizzle-orm'
import {
  checkouts,
  handovers,
  type membershipPayments,
  type memberships,
  orderItems,
  type orders,
  planChanges,
  shippingInfo,
} from '../../db/schema.ts'
import type { CartShipping } from '../../domain/cart.ts'
import type { Consent } from '../../domain/renewal-terms.ts'
import type { Shop } from '../shop/shop.ts'

type Paid = {
  payment: typeof membershipPayments.$inferSelect
  membership: typeof memberships.$inferSelect
  order: typeof orders.$inferSelect
}

/** Whoever made a payment: the order's buyer, or someone the membership was handed over to (docs/decisions/089). */
export type Payer = {
  name: string
  /** where the belts go, one line per address */
  addresses: string[]
  /**
   * the renewal terms they agreed to, or those of another plan that they, or staff for them, chose since; one agreed to with
   * a handover has no version
   */
  consent: (Pick<Consent, 'text' | 'agreedAt'> & { version?: string; isByStaff?: boolean }) | null
  /** when it was handed over to them, and by them; null: it wasn't */
  from: Date | null
  until: Date | null
}

export async function findPayer(shop: Shop, { payment, membership, order }: Paid): Promise<Payer> {
  const isDone = and(eq(handovers.membershipId, membership.id), eq(handovers.state, 'done'))
  // A gift's giver remains its payer, whoever wears it.
  const handed = membership.isGift
    ? []
    : await shop.db.select().from(handovers).where(isDone).orderBy(asc(handovers.doneAt))
  const until = handed.find(({ doneAt }) => doneAt! > payment.paidAt)?.doneAt ?? null
  const theirs = handed.findLast(({ doneAt }) => doneAt! <= payment.paidAt)
  const changed = await changedPlan(shop, { payment, membership }, theirs?.doneAt ?? null)
  if (!theirs) {
    const buyer = await buyerOf(shop, order)
    return { ...buyer, consent: changed ?? buyer.consent, from: null, until }
  }
  const address = (until ? theirs.choice?.address : membership.address) as Partial<CartShipping> | undefined
  return {
    name: address?.fullName ?? theirs.toName,
    addresses: address?.address ? [inOneLine(address)] : [],
    consent: changed ?? theirs.choice?.consent ?? null,
    from: theirs.doneAt,
    until,
  }
}

/** The terms of the change of plan that a payment carries out or follows. @param since the payer's handover, if any */
async function changedPlan(
  shop: Shop,
  { payment, membership }: Pick<Paid, 'payment' | 'membership'>,
  since: Date | null,
): Promise<Payer['consent']> {
  const [change] = await shop.db
    .select()
    .from(planChanges)
    .where(
      and(
        eq(planChanges.membershipId, membership.id),
        eq(planChanges.state, 'charged'),
        lte(planChanges.createdAt, payment.paidAt),
        since ? gt(planChanges.createdAt, since) : undefined,
      ),
    )
    .orderBy(desc(planChanges.createdAt))
    .limit(1)
  if (change?.toPlanId !== payment.planId) return null
  return { ...change.consent, isByStaff: change.username !== null }
}

async function buyerOf(shop: Shop, order: Paid['order']) {
  const [checkout] = await shop.db.select().from(checkouts).where(eq(checkouts.orderId, order.id))
  const addresses = await shop.db.select().from(shippingInfo).where(eq(shippingInfo.orderId, order.id))
  const items = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, order.id))
  const own = items.map(({ preferences }) => preferences).find((cart) => cart?.recipientType === 'self')
  return {
    name: own?.shippingDetails?.fullName ?? order.giftSenderName ?? addresses[0]?.recipientName ?? '',
    addresses: addresses.map(({ recipientName: fullName, addressLine1: address, addressLine2, ...place }) =>
      inOneLine({ ...place, fullName, address, address2: addressLine2 ?? '' }),
    ),
    consent: (checkout?.consent as Consent | null | undefined) ?? null,
  }
}

function inOneLine({ fullName, address, address2, city, state, zipCode }: Partial<CartShipping>): string {
  return [fullName, address, address2, `${city}, ${state} ${zipCode}`, 'United States']
    .filter(Boolean)
    .join(', ')
}
