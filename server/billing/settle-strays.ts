import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import {
  membershipPayments,
  memberships,
  orderItems,
  orders,
  people,
  storeCredit,
  strayMovements,
} from '../../db/schema.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { ShopError } from '../../domain/errors.ts'
import { formatCents } from '../../domain/money.ts'
import { openStrays, type Stray } from '../books/stray-movements.ts'
import { holdCredit } from '../credit/store-credit.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { audit, type Staff } from '../staff/staff.ts'
import { syncDispute } from './sync-dispute.ts'

type StrayEnd = 'credit' | 'order' | 'income' | 'noted'

/** What is still to be explained, by any of its movements; undefined: nothing, or not anymore. */
export const findStray = async (shop: Shop, id: string): Promise<Stray | undefined> =>
  (await openStrays(shop)).find(({ ids }) => ids.includes(id))

export const alreadySaid = () =>
  new ShopError('not_possible', 'Someone has already said what this is. Reload the page.')

type Said = {
  stray: Stray
  as: StrayEnd
  reason: string
  key: string
  /** makes it that; returns the id of what it became */
  become: () => Promise<string | null>
}

/** Settles money that arrived elsewhere, once, with who said so and why. @throws ShopError 'not_possible' if it's settled */
export async function settle(
  tx: Transaction,
  shop: Shop,
  staff: Staff,
  { stray, as, reason, key, become }: Said,
): Promise<void> {
  const isOpen = and(inArray(strayMovements.id, stray.ids), isNull(strayMovements.settledAt))
  const open = await tx.select().from(strayMovements).where(isOpen).for('update')
  if (open.length !== stray.ids.length) throw alreadySaid()
  const becameId = await become()
  await tx
    .update(strayMovements)
    .set({ settledAt: shop.now(), became: as, becameId, note: reason })
    .where(inArray(strayMovements.id, stray.ids))
  await audit(tx, staff, shop.now(), {
    ...{ action: `stray.${as}`, entity: 'books', entityId: stray.id },
    after: { amountCents: stray.amountCents, day: shopDay(shop, stray.at), reason, key, becameId },
  })
}

/**
 * It's given as store credit to someone, who is told; or, if such money went back, that is taken from theirs.
 * @throws ShopError 'not_possible' if they've spent it
 */
export async function becomeCredit(
  tx: Transaction,
  shop: Shop,
  { stray, email, reason }: { stray: Stray; email: string; reason: string },
): Promise<string> {
  const { amountCents } = stray
  const personKey = `email:${normalizeEmail(email)}`
  await tx.insert(people).values({ key: personKey }).onConflictDoNothing()
  const [person] = await tx.select({ id: people.id }).from(people).where(eq(people.key, personKey))
  const { balances } = await holdCredit(tx, normalizeEmail(email))
  const theirs = balances.find(({ personId }) => personId === person!.id)?.balanceCents ?? 0
  if (theirs + amountCents < 0) {
    const sentence = `They have ${formatCents(theirs)} of credit left. Say that this is the shop’s own cost.`
    throw new ShopError('not_possible', sentence, { fields: { email: sentence } })
  }
  const line = { personId: person!.id, amountCents, words: reason, createdAt: shop.now() }
  const [given] = await tx
    .insert(storeCredit)
    .values({ ...line, reason: 'adopted', reference: `adopted:${stray.id}` })
    .returning({ id: storeCredit.id })
  if (amountCents > 0) await enqueueMail(tx, shop, { kind: 'credit-given', about: { creditId: given!.id } })
  return given!.id
}

/** The charge is what an order that was entered as paid another way was paid with: its refunds go back to that card. */
export async function becomePayment(tx: Transaction, stray: Stray, orderNumber: string): Promise<string> {
  const wrong = (sentence: string) =>
    new ShopError('not_possible', sentence, { fields: { orderNumber: sentence } })
  const paid = await tx
    .select({ payment: membershipPayments, orderId: orders.id })
    .from(membershipPayments)
    .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(
      and(eq(orders.orderNumber, orderNumber.trim().toUpperCase()), isNotNull(membershipPayments.paidBy)),
    )
    .for('update', { of: membershipPayments })
  if (!paid[0] || !stray.intentId)
    throw wrong(
      'We can’t find an order with that number that was paid outside the payment provider. Enter it first, under New order, as paid.',
    )
  const total = paid.reduce((sum, { payment }) => sum + payment.amountCents + payment.taxCents, 0)
  if (total !== stray.amountCents)
    throw wrong(
      `That order was paid with ${formatCents(total)}, and this is ${formatCents(stray.amountCents)}.`,
    )
  for (const { payment } of paid)
    await tx
      .update(membershipPayments)
      .set({ intentId: stray.intentId, paidBy: null, adoptedAt: payment.paidAt })
      .where(eq(membershipPayments.id, payment.id))
  return paid[0].orderId
}

/** Its bank may be asking already. */
export async function followDisputes(shop: Shop, { intentId }: Stray): Promise<void> {
  if (!intentId) return
  const { objects } = await shop.payments.listDisputes(null, intentId)
  for (const { disputeId } of objects) await syncDispute(shop, disputeId)
}
