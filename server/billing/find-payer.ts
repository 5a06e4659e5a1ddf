import { and, asc, eq } from 'drizzle-orm'
import {
  checkouts,
  handovers,
  type membershipPayments,
  type memberships,
  orderItems,
  type orders,
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
  /** the renewal terms they agreed to; one agreed to with a handover has no version */
  consent: (Pick<Consent, 'text' | 'agreedAt'> & { version?: string }) | null
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
  if (!theirs) return { ...(await buyerOf(shop, order)), from: null, until }
  const address = (until ? theirs.choice?.address : membership.address) as Partial<CartShipping> | undefined
  return {
    name: address?.fullName ?? theirs.toName,
    addresses: address?.address ? [inOneLine(address)] : [],
    consent: theirs.choice?.consent ?? null,
    from: theirs.doneAt,
    until,
  }
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
