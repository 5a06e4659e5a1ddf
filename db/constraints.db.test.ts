import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giftItem, selfItem } from '../test/carts.ts'
import { createTestShop, type TestShop } from '../test/create-test-shop.ts'
import type { Database } from './database.ts'
import {
  balanceMovements,
  beltVariants,
  boxes,
  checkouts,
  delays,
  exchanges,
  handovers,
  letterReaders,
  membershipPayments,
  memberships,
  newsletterSubscribers,
  orderItems,
  orders,
  outbox,
  parcels,
  planChanges,
  products,
  productTypes,
  quizQuestions,
  refunds,
  shippingInfo,
  users,
} from './schema.ts'

let test: TestShop
let db: Database

// A bought gift and a bought belt: rows of every kind to break the rules on.
beforeAll(async () => {
  test = await createTestShop()
  db = test.shop.db
  const cart = [giftItem('6-months'), selfItem('monthly')]
  const { clientSecret } = (await test.post('/api/create-payment-intent', { cartItems: cart })).body
  await test.order(cart, (await test.pay(clientSecret)).body.paymentIntentId)
})
afterAll(() => test.close())

describe('the database rejects', () => {
  it.each<[string, () => Promise<unknown>, string]>([
    [
      'a gift that renews',
      () => db.update(memberships).set({ renews: true }).where(eq(memberships.isGift, true)),
      'memberships_gifts_never_renew',
    ],
    [
      'a membership with an unknown status',
      () => db.update(memberships).set({ status: 'asleep' as 'active' }),
      'memberships_status',
    ],
    ['a total other than subtotal plus tax', () => db.update(orders).set({ totalCents: 1 }), 'orders_total'],
    ['a negative tax', () => db.update(orders).set({ taxCents: -1, totalCents: 42649 }), 'orders_tax'],
    [
      'an order with an unknown status',
      () => db.update(orders).set({ status: 'lost' as 'pending' }),
      'orders_status',
    ],
    ['an order for nobody', () => db.update(orders).set({ recipientType: 'cat' }), 'orders_recipient_type'],
    [
      'two orders for one payment',
      () => copyOrder({ orderNumber: 'BC-2222-2222' }),
      'orders_stripe_payment_intent_id_unique',
    ],
    [
      'two orders with one number',
      () => copyOrder({ stripePaymentIntentId: 'pi_2' }),
      'orders_order_number_unique',
    ],
    ['an item with quantity zero', () => db.update(orderItems).set({ quantity: 0 }), 'order_items_quantity'],
    [
      'an item with a negative price',
      () => db.update(orderItems).set({ priceCents: -1 }),
      'order_items_price',
    ],
    [
      'a finished checkout without its order',
      () => db.update(checkouts).set({ orderId: null }),
      'checkouts_order',
    ],
    [
      'a checkout with an unknown status',
      () => db.insert(checkouts).values({ ...openCheckout, status: 'lost' as 'open' }),
      'checkouts_status',
    ],
    [
      'two open checkouts for one cart',
      () => db.insert(checkouts).values([openCheckout, openCheckout]),
      'checkouts_open_cart',
    ],
    [
      'two open changes of a membership’s plan',
      () => db.insert(planChanges).values([openChange, openChange]),
      'plan_changes_open',
    ],
    [
      'two people asked to take over one membership',
      () => db.insert(handovers).values([openHandover, openHandover]),
      'handovers_one_at_a_time',
    ],
    ['two open delays of one box', () => db.insert(delays).values([openDelay, openDelay]), 'delays_open'],
    [
      'two open exchanges of one box',
      () => db.insert(exchanges).values([openExchange, openExchange]),
      'exchanges_one_of_box',
    ],
    [
      'one bill booked twice',
      () => db.insert(membershipPayments).values([paidBill, paidBill]),
      'membership_payments_reference_unique',
    ],
    [
      'one refund of the provider booked twice',
      () => db.insert(refunds).values([madeRefund, madeRefund]),
      'refunds_of_provider',
    ],
    [
      'a letter to one reader twice',
      () => db.insert(letterReaders).values([reader, reader]),
      'letter_readers_once',
    ],
    ['two labels for one box', () => db.insert(parcels).values([wantedLabel, wantedLabel]), 'parcels_out'],
    ['the same email about the same order twice', () => copyMail(), 'outbox_once'],
    ['a box with an unknown state', () => db.update(boxes).set({ state: 'lost' as 'owed' }), 'boxes_state'],
    ['a box without a month', () => db.update(boxes).set({ drop: '2026-13' }), 'boxes_drop'],
    ['a box twice in one payment', () => db.update(boxes).set({ ordinal: 1 }), 'boxes_of_payment'],
    ['a box with a negative value', () => db.update(boxes).set({ valueCents: -1 }), 'boxes_value'],
    ['negative inventory', () => db.update(beltVariants).set({ stock: -1 }), 'belt_variants_stock'],
    ['a belt without a style', () => db.update(products).set({ style: 'rope' as 'dress' }), 'products_style'],
    ['two belts with one SKU', () => db.update(products).set({ sku: 'SAME' }), 'products_sku_unique'],
    [
      'two product types with one slug',
      () => db.update(productTypes).set({ slug: 'same' }),
      'product_types_slug_unique',
    ],
    [
      'a question without a kind',
      () => db.update(quizQuestions).set({ questionType: 'essay' }),
      'quiz_questions_type',
    ],
    [
      'a subscriber with an unknown status',
      () => db.insert(newsletterSubscribers).values({ email: 'a@b.c', status: 'asleep' as 'active' }),
      'newsletter_subscribers_status',
    ],
    [
      'two administrators with one name',
      () => db.insert(users).values([admin, admin]),
      'users_username_unique',
    ],
    [
      'an address without an order',
      () => db.update(shippingInfo).set({ orderId: nowhere }),
      'shipping_info_order_id_orders_id_fk',
    ],
    ['deleting an order whose boxes are owed', () => db.delete(orders), 'checkouts_order_id_orders_id_fk'],
    [
      'deleting a belt that is in a box',
      async () => db.delete(products).where(eq(products.id, await beltInABox())),
      'boxes_product_id_products_id_fk',
    ],
  ])('%s', async (_what, statement, constraint) => {
    expect(await constraintBroken(statement)).toBe(constraint)
  })
})

describe('an amount', () => {
  it.each([0.5, 69.505, Number.NaN, Number.POSITIVE_INFINITY])('accepts no %d cents', async (cents) => {
    await expect(db.update(boxes).set({ valueCents: cents })).rejects.toThrow()
  })

  it.each([0, 1, 5, 10, 99, 100, 6950, 35700, 99_999_999])('keeps %i cents exactly', async (cents) => {
    const [box] = await db.select().from(boxes).limit(1)
    await db.update(boxes).set({ valueCents: cents }).where(eq(boxes.id, box!.id))
    const [kept] = await db.select().from(boxes).where(eq(boxes.id, box!.id))
    expect(kept?.valueCents).toBe(cents)
  })
})

const nowhere = '00000000-0000-4000-8000-000000000000'
it('amounts come back to the cent', async () => {
  const amounts = [1, 7, 29, 57, 113, 435, 829, 1999, 6951, 99_999_999, -1, -29, -1999]
  const at = new Date('2026-11-21T15:00:00Z')
  await db
    .insert(balanceMovements)
    .values(amounts.map((amountCents) => ({ id: `txn_${amountCents}`, category: 'charge', amountCents, at })))
  const kept = await db.select().from(balanceMovements)
  expect(kept.map(({ id, amountCents }) => [id, amountCents])).toEqual(
    amounts.map((cents) => [`txn_${cents}`, cents]),
  )
})

const openCheckout = { cartHash: 'same', snapshot: { items: [] }, kind: 'payment', subtotalCents: 0 }
const openChange = {
  ...{ membershipId: nowhere, fromPlanId: 'monthly', toPlanId: '6-months', priceCents: 35_700 },
  consent: { version: '', text: '', agreedAt: '' },
}
const openHandover = {
  ...{ membershipId: nowhere, toEmail: 'june@example.com', toName: 'June', username: 'ana' },
  expiresAt: new Date('2026-12-01T05:00:00Z'),
}
const openDelay = {
  ...({ boxId: nowhere, reason: 'stock', silence: 'wait' } as const),
  ...{ originalDay: '2026-12-05', wasDay: '2026-12-05' },
}
const openExchange = {
  ...({ boxId: nowhere, kind: 'return', remedy: 'refund', askedBy: 'owner' } as const),
  expiresAt: new Date('2026-12-01T05:00:00Z'),
}
const paidBill = {
  ...{ membershipId: nowhere, reference: 'in_1', amountCents: 6950, boxCount: 1 },
  paidAt: new Date('2026-11-21T15:00:00Z'),
}
const madeRefund = { paymentId: nowhere, amountCents: 6950, providerId: 're_1' }
const reader = { letterId: nowhere, email: 'maya@example.com' }
const wantedLabel = { boxId: nowhere, ounces: 12 }
const admin = { username: 'same', password: 'x' }

async function copyOrder(changes: Partial<typeof orders.$inferInsert>) {
  const [order] = await db.select().from(orders).limit(1)
  const { id: _id, ...copy } = order!
  await db.insert(orders).values({ ...copy, stripeSubscriptionId: null, ...changes })
}

async function copyMail() {
  const [mail] = await db.select().from(outbox).limit(1)
  await db.insert(outbox).values({ kind: mail!.kind, subjectId: mail!.subjectId })
}

async function beltInABox(): Promise<string> {
  const [belt] = await db.select().from(products).limit(1)
  await db.update(boxes).set({ productId: belt!.id, isReplaced: true })
  return belt!.id
}

/** The name of the constraint that a statement violates; undefined when the statement is accepted. */
async function constraintBroken(statement: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await statement()
    return undefined
  } catch (error) {
    const cause = (error as { cause?: { constraint?: string } }).cause ?? (error as { constraint?: string })
    return cause.constraint
  }
}
