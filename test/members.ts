import { asc, eq, isNull } from 'drizzle-orm'
import {
  boxes,
  demoInvoices,
  demoSubscriptions,
  membershipPayments,
  memberships,
  orderItems,
  orders,
  outbox,
  paymentEvents,
} from '../db/schema.ts'
import type { CartItem } from '../domain/cart.ts'
import { handleEvents } from '../server/events/handle-events.ts'
import { drainOutbox } from '../server/mailing/drain-outbox.ts'
import type { TestShop } from './create-test-shop.ts'

/** A card that pays the first time and is declined for renewals. */
export const refusesRenewals = '4000 0000 0000 0341'

/**
 * Buys a cart.
 * @returns its memberships, in the cart's order
 */
export async function join(
  test: TestShop,
  cart: CartItem[],
  cardNumber = '4242 4242 4242 4242',
  promotionCode?: string,
) {
  const started = await test.post('/api/create-payment-intent', { cartItems: cart, promotionCode })
  const paid = await test.pay(started.body.clientSecret, { cardNumber })
  await test.order(cart, paid.body.paymentIntentId)
  await test.work()
  const rows = await test.shop.db
    .select({ membership: memberships })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(eq(orders.stripePaymentIntentId, paid.body.paymentIntentId))
    .orderBy(asc(orderItems.position))
  if (rows.length !== cart.length) throw new Error(`not bought: ${JSON.stringify(started.body)}`)
  return rows.map((row) => row.membership)
}

/** Lets the demo provider bill what is due and tells the shop. */
export async function bill(test: TestShop) {
  while ((await test.shop.payments.renewDemo?.()) !== 0) await handleEvents(test.shop)
  await handleEvents(test.shop)
  await drainOutbox(test.shop)
}

/** Moves the clock to noon of a day and bills what is due by then. */
export async function billOn(test: TestShop, day: string) {
  test.clock.set(`${day}T17:00:00Z`)
  await bill(test)
}

/**
 * Ends the members of the tests before, in the shop and at the demo provider, without emails: they would be billed again
 * in every month that a later test passes.
 */
export async function endMembers({ shop: { db, now } }: TestShop) {
  await db.update(demoSubscriptions).set({ status: 'canceled' })
  await db.update(demoInvoices).set({ status: 'void' }).where(eq(demoInvoices.status, 'open'))
  await db.delete(paymentEvents).where(isNull(paymentEvents.handledAt))
  await db.update(memberships).set({ status: 'ended', renews: false, pastDueSince: null })
  const waiting = isNull(outbox.sentAt)
  await db.update(outbox).set({ sentAt: now(), droppedBecause: 'The test ended.' }).where(waiting)
}

/** A membership's current state in the database, with its payments and its boxes by drop. */
export async function ledgerOf(test: TestShop, membershipId: string) {
  const { db } = test.shop
  const [membership] = await db.select().from(memberships).where(eq(memberships.id, membershipId))
  const payments = await db
    .select()
    .from(membershipPayments)
    .where(eq(membershipPayments.membershipId, membershipId))
    .orderBy(asc(membershipPayments.paidAt))
  const rows = await db
    .select()
    .from(boxes)
    .where(eq(boxes.membershipId, membershipId))
    .orderBy(asc(boxes.drop), asc(boxes.createdAt))
  return { membership: membership!, payments, boxes: rows, drops: rows.map((box) => box.drop) }
}

/** The kinds of emails about a fact that are written, sent or dropped. */
export async function mailsAbout(test: TestShop, subjectId: string) {
  return test.shop.db.select().from(outbox).where(eq(outbox.subjectId, subjectId)).orderBy(asc(outbox.runAt))
}
