import { and, eq, gte, max, sql } from 'drizzle-orm'
import {
  membershipPayments,
  memberships,
  orderItems,
  orders,
  receipts,
  refunds,
  subscriptionPlans,
} from '../../db/schema.ts'
import { formatDate } from '../../domain/calendar-date.ts'
import type { Download } from '../../domain/contract.ts'
import { ShopError } from '../../domain/errors.ts'
import { formatCents } from '../../domain/money.ts'
import { payerEmail } from '../ledger/find-membership.ts'
import { type Shop, shopDay } from '../shop/shop.ts'

type Kind = 'receipt' | 'credit-note'

/**
 * The number of a payment's receipt or a refund's credit note: assigned on first request, then fixed. Numbers are assigned
 * one at a time, and one whose transaction rolled back is assigned again, so there are no gaps.
 */
async function receiptNumber(shop: Shop, kind: Kind, subjectId: string): Promise<number> {
  const isIt = eq(receipts.subjectId, subjectId)
  const [known] = await shop.db.select({ number: receipts.number }).from(receipts).where(isIt)
  if (known) return known.number
  return shop.db.transaction(async (tx) => {
    await tx.execute(sql`lock table receipts in exclusive mode`)
    const [made] = await tx.select({ number: receipts.number }).from(receipts).where(isIt)
    if (made) return made.number
    const [last] = await tx
      .select({ number: max(receipts.number) })
      .from(receipts)
      .where(eq(receipts.kind, kind))
    const number = (last?.number ?? 0) + 1
    await tx.insert(receipts).values({ kind, number, subjectId, issuedAt: shop.now() })
    return number
  })
}

/**
 * The receipt of a payment, or the credit note of a refund, of an order or membership, as a PDF.
 * @throws ShopError 'not_found', 'not_possible' for a refund that didn't arrive
 */
export async function receiptOf(shop: Shop, whose: Whose, subjectId: string): Promise<Download> {
  const refund = await findRefund(shop, subjectId)
  const payment = await findPayment(shop, whose, refund?.paymentId ?? subjectId)
  if (!payment) throw new ShopError('not_found', 'We can’t find that payment. Reload the page.')
  if (refund?.status === 'failed')
    throw new ShopError('not_possible', 'This refund didn’t go through, so it has no credit note.')
  const receipt = `R-${digits(await receiptNumber(shop, 'receipt', payment.id))}`
  const name = refund ? `CN-${digits(await receiptNumber(shop, 'credit-note', refund.id))}` : receipt
  const { shopName, postalAddress, supportEmail } = shop.config
  const at = refund?.createdAt ?? payment.paidAt
  const amounts = refund ?? payment
  const { writePdf } = await import('../documents/write-pdf.ts')
  const content = await writePdf(
    `${refund ? 'Credit note' : 'Receipt'} ${name}`,
    [
      { heading: shopName, lines: [postalAddress, supportEmail].filter((line) => line !== '') },
      {
        heading: refund ? 'Credited to' : 'Billed to',
        lines: [
          payment.email || 'The buyer',
          `Order ${payment.orderNumber}`,
          `${refund ? 'Refunded' : 'Paid'} ${formatDate(shopDay(shop, at))}`,
          ...(refund ? [`For receipt ${receipt}`] : []),
          ...(refund?.reason ? [refund.reason] : []),
        ],
      },
      { heading: refund ? 'Given back' : 'Paid', lines: linesOf(payment, amounts) },
    ],
    at,
  )
  return { fileName: `${name}.pdf`, contentType: 'application/pdf', content }
}

/**
 * The order or membership the payment must belong to; `since`: for someone who took over the membership then, only later
 * payments.
 */
type Whose = { orderId: string } | { membershipId: string; since: Date | null }

const digits = (number: number) => String(number).padStart(6, '0')

type Amounts = { amountCents: number; taxCents: number; creditCents?: number }
type Payment = NonNullable<Awaited<ReturnType<typeof findPayment>>>

function linesOf(payment: Payment, { amountCents, taxCents, creditCents = 0 }: Amounts): string[] {
  const belts = `${payment.boxCount} ${payment.boxCount === 1 ? 'belt' : 'belts'}`
  return [
    // A credit note may be of the tax alone.
    ...(amountCents + creditCents > 0 || taxCents === 0
      ? [`${payment.planName} membership, ${belts}: ${formatCents(amountCents + creditCents)}`]
      : []),
    ...(creditCents > 0 ? [`Paid with store credit: -${formatCents(creditCents)}`] : []),
    ...(taxCents > 0 ? [`Sales tax, ${payment.shipState ?? 'US'}: ${formatCents(taxCents)}`] : []),
    `Total: ${formatCents(amountCents + taxCents)} USD`,
  ]
}

async function findRefund(shop: Shop, id: string) {
  const [refund] = await shop.db.select().from(refunds).where(eq(refunds.id, id))
  return refund
}

async function findPayment(shop: Shop, whose: Whose, id: string) {
  const [row] = await shop.db
    .select({
      payment: membershipPayments,
      orderNumber: orders.orderNumber,
      email: payerEmail(membershipPayments.paidAt),
      planName: subscriptionPlans.name,
    })
    .from(membershipPayments)
    .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .leftJoin(
      subscriptionPlans,
      eq(subscriptionPlans.planId, sql`coalesce(${membershipPayments.planId}, ${memberships.planId})`),
    )
    .where(
      and(
        'orderId' in whose ? eq(orders.id, whose.orderId) : eq(memberships.id, whose.membershipId),
        'since' in whose && whose.since ? gte(membershipPayments.paidAt, whose.since) : undefined,
        eq(membershipPayments.id, id),
      ),
    )
  return row && { ...row.payment, ...row, planName: row.planName ?? 'Belt' }
}
