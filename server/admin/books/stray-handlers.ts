import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import {
  membershipPayments,
  memberships,
  orderItems,
  orders,
  people,
  storeCredit,
  strayMovements,
} from '../../../db/schema.ts'
import { emailProblem } from '../../../domain/address.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { normalizeEmail } from '../../../domain/email.ts'
import { ShopError } from '../../../domain/errors.ts'
import { formatCents } from '../../../domain/money.ts'
import { kindOfCategory } from '../../../domain/movement.ts'
import { syncDispute } from '../../billing/sync-dispute.ts'
import { openStrays, type Stray } from '../../books/stray-movements.ts'
import { enqueueMail } from '../../outbox/enqueue-mail.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'

const words = {
  charge: 'A charge that the shop didn’t make',
  refund: 'A refund that the shop doesn’t know',
  dispute: 'A dispute that the shop doesn’t know',
} as const

const whatOf = ({ category, description }: Stray) =>
  description ?? words[kindOfCategory(category) as keyof typeof words] ?? category.replaceAll('_', ' ')

/** Movements of the provider's balance that nothing explains, with the member behind each as far as the provider says. */
export async function listStrays(shop: Shop): Promise<AdminReply<'listStrays'>> {
  const strays = await openStrays(shop)
  return {
    strays: await Promise.all(
      strays.map(async (stray) => ({
        ...{ id: stray.id, day: shopDay(shop, stray.at), amountCents: stray.amountCents },
        ...{ what: whatOf(stray), sourceId: stray.sourceId, email: await emailBehind(shop, stray) },
      })),
    ),
  }
}

/** Whose card was charged. */
async function emailBehind(shop: Shop, { intentId }: Stray): Promise<string | null> {
  if (!intentId) return null
  const payment = await shop.payments.fetch(intentId).catch(() => null)
  if (!payment) return null
  const [member] = payment.customerId
    ? await shop.db
        .select({ email: memberships.payerEmail })
        .from(memberships)
        .where(eq(memberships.customerId, payment.customerId))
        .limit(1)
    : []
  return member?.email ?? payment.payerEmail
}

/**
 * Says what money that arrived elsewhere is: store credit for someone, the payment of an order, or something that isn't the
 * shop's business and stays in the books by name. Said once.
 * @throws ShopError 'not_possible' if it's settled by now, or if it can't become that
 */
export async function settleStray(
  shop: Shop,
  { strayId, as, email = '', orderNumber = '', reason, key }: AdminInput<'settleStray'>,
  staff: Staff,
): Promise<AdminReply<'settleStray'>> {
  const stray = (await openStrays(shop)).find(({ ids }) => ids.includes(strayId))
  if (!stray) {
    const [known] = await shop.db.select().from(strayMovements).where(eq(strayMovements.id, strayId))
    if (known?.became === as && (as === 'noted' || known.note === reason)) return { success: true }
    throw new ShopError('not_possible', 'Someone has already said what this is. Reload the page.')
  }
  if (as === 'credit' && emailProblem(email)) {
    const sentence = emailProblem(email)!
    throw new ShopError('invalid_body', sentence, { fields: { email: sentence } })
  }
  if (as !== 'noted' && stray.amountCents <= 0)
    throw new ShopError(
      'not_possible',
      'No money came in here, so it can’t become credit or an order. Note what it was.',
    )
  await shop.db.transaction(async (tx) => {
    const isOpen = and(inArray(strayMovements.id, stray.ids), isNull(strayMovements.settledAt))
    const open = await tx.select().from(strayMovements).where(isOpen).for('update')
    if (open.length !== stray.ids.length)
      throw new ShopError('not_possible', 'Someone has already said what this is. Reload the page.')
    const becameId =
      as === 'credit'
        ? await becomeCredit(tx, shop, { stray, email, reason })
        : as === 'order'
          ? await becomePayment(tx, stray, orderNumber)
          : null
    await tx
      .update(strayMovements)
      .set({ settledAt: shop.now(), became: as, becameId, note: reason })
      .where(inArray(strayMovements.id, stray.ids))
    await audit(tx, staff, shop.now(), {
      ...{ action: `stray.${as}`, entity: 'books', entityId: stray.id },
      after: { amountCents: stray.amountCents, day: shopDay(shop, stray.at), reason, key, becameId },
    })
  })
  if (as === 'order' && stray.intentId) await followDisputes(shop, stray.intentId)
  shop.wakeWorker()
  return { success: true }
}

async function becomeCredit(
  tx: Transaction,
  shop: Shop,
  { stray, email, reason }: { stray: Stray; email: string; reason: string },
): Promise<string> {
  const personKey = `email:${normalizeEmail(email)}`
  await tx.insert(people).values({ key: personKey }).onConflictDoNothing()
  const [person] = await tx.select({ id: people.id }).from(people).where(eq(people.key, personKey))
  const line = { personId: person!.id, amountCents: stray.amountCents, words: reason, createdAt: shop.now() }
  const [given] = await tx
    .insert(storeCredit)
    .values({ ...line, reason: 'adopted', reference: `adopted:${stray.id}` })
    .returning({ id: storeCredit.id })
  await enqueueMail(tx, shop, { kind: 'credit-given', about: { creditId: given!.id } })
  return given!.id
}

/** The charge is what an order that was entered as paid another way was paid with: its refunds go back to that card. */
async function becomePayment(tx: Transaction, stray: Stray, orderNumber: string): Promise<string> {
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
async function followDisputes(shop: Shop, intentId: string) {
  const { objects } = await shop.payments.listDisputes(null, intentId)
  for (const { disputeId } of objects) await syncDispute(shop, disputeId)
}
