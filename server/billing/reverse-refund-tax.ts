import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import {
  checkouts,
  lostTaxes,
  membershipPayments,
  memberships,
  orderItems,
  refunds,
} from '../../db/schema.ts'
import type { Snapshot } from '../ledger/snapshot.ts'
import { commitRenewalTax, ownRate } from '../memberships/renewal-item.ts'
import type { Shop } from '../shop/shop.ts'

type Payment = typeof membershipPayments.$inferSelect

/**
 * Stored instead of a reversal's id: the provider refused it for good (`refused`), or never recorded this tax
 * (`notCounted`).
 */
export const refused = 'refused'
const notCounted = 'not-counted'

/**
 * Reverses a refund's share of the committed tax at the provider, once; if the provider doesn't answer, the next round
 * retries.
 */
export async function reverseRefundTax(shop: Shop, refundId: string) {
  const [row] = await shop.db
    .select({ refund: refunds, payment: membershipPayments })
    .from(refunds)
    .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
    .where(eq(refunds.id, refundId))
  if (!row) return
  const { amountCents, taxCents, taxReversalId, providerId, status, madeBy } = row.refund
  // The tax of money paid back by hand is reversed once someone has recorded that. What the bank has given back is settled,
  // too, and its tax is another row (`lost_taxes`).
  const isByHand = status === 'settled' && madeBy === 'shop'
  const isGiven = isByHand || (!row.payment.paidBy && Boolean(providerId))
  // Once the tax alone was refunded, the sale itself is still in the provider's tax reports.
  if (!row.payment.taxCents || taxReversalId || !isGiven) return
  const part = { reference: `refund:${refundId}`, amountCents, taxCents }
  const answer = await reverse(shop, row.payment, part)
  const reversed = answer === refused && (await isReversedByLoss(shop, row.payment)) ? notCounted : answer
  if (reversed === refused)
    shop.log.error({ refundId }, 'the tax of a refund was not taken back; report it by hand')
  await shop.db.update(refunds).set({ taxReversalId: reversed }).where(eq(refunds.id, refundId))
}

/**
 * Whether the tax of a payment was taken back at the provider when the bank took its money. Once the bank has given that
 * back, the tax is owed again in the books, but isn't in the provider's reports, which so have nothing to take back.
 */
async function isReversedByLoss(shop: Shop, { id }: Payment): Promise<boolean> {
  const isUndone = and(
    eq(lostTaxes.paymentId, id),
    isNotNull(lostTaxes.undoneAt),
    isNotNull(lostTaxes.taxReversalId),
    ne(lostTaxes.taxReversalId, refused),
  )
  return (await shop.db.$count(lostTaxes, isUndone)) > 0
}

/** The same for the tax of boxes that never left because the bank took their money; the next round retries. */
export async function reverseLostTaxes(shop: Shop): Promise<void> {
  const open = await shop.db
    .select({ lost: lostTaxes, payment: membershipPayments })
    .from(lostTaxes)
    .innerJoin(membershipPayments, eq(lostTaxes.paymentId, membershipPayments.id))
    .where(and(isNull(lostTaxes.taxReversalId), isNull(lostTaxes.undoneAt)))
  for (const { lost, payment } of open)
    try {
      const { id, amountCents, taxCents } = lost
      const taxReversalId = await reverse(shop, payment, { reference: `lost:${id}`, amountCents, taxCents })
      if (taxReversalId === refused)
        shop.log.error(
          { disputeId: lost.disputeId },
          'the tax of a lost payment was not taken back; report it by hand',
        )
      await shop.db.update(lostTaxes).set({ taxReversalId }).where(eq(lostTaxes.id, id))
    } catch (error) {
      shop.log.warn(
        { error, disputeId: lost.disputeId },
        'the tax of a lost payment could not be taken back yet',
      )
    }
}

async function reverse(
  shop: Shop,
  payment: Payment,
  part: { reference: string; amountCents: number; taxCents: number },
): Promise<string> {
  const transactionId = payment.taxTransactionId ?? (await findTransaction(shop, payment))
  if (transactionId === notCounted) return notCounted
  if (!transactionId) return refused
  return (await shop.payments.reverseTax({ transactionId, ...part })) ?? refused
}

/**
 * Finds the tax transaction of a payment whose id was never stored, because an answer was lost for longer than the provider
 * remembers, or because the row predates the column. The provider can't look up transactions by reference, so this commits
 * the same calculation again: the reference makes it return the same transaction, or create it if there was none.
 * @returns null if it can't be determined
 */
async function findTransaction(shop: Shop, payment: Payment): Promise<string | null> {
  const found = await soldWith(shop, payment)
  if (!found) return notCounted
  const { membership, checkout, position } = found
  if (checkout && payment.reference.endsWith(`:${position}`)) {
    const calculationId = (checkout.snapshot as Snapshot).items[position]?.tax?.calculationId
    // Tax at the owner's own rate isn't recorded at the provider.
    if (!calculationId) return notCounted
    const reference = `${checkout.id}:${position}`
    const { transactionId } = await shop.payments.commitTax({ calculationId, reference })
    await keep(shop, payment, transactionId)
    return transactionId
  }
  const { reference: invoiceId, amountCents, taxCents } = payment
  const counted = await commitRenewalTax(shop, membership, { invoiceId, amountCents, taxCents })
  return counted === ownRate ? notCounted : counted
}

async function soldWith(shop: Shop, payment: Payment) {
  const [row] = await shop.db
    .select({ membership: memberships, checkout: checkouts, position: orderItems.position })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .leftJoin(checkouts, eq(checkouts.orderId, orderItems.orderId))
    .where(eq(memberships.id, payment.membershipId))
  return row
}

async function keep(shop: Shop, payment: Payment, taxTransactionId: string | null) {
  if (!taxTransactionId) return
  await shop.db
    .update(membershipPayments)
    .set({ taxTransactionId })
    .where(eq(membershipPayments.id, payment.id))
}
