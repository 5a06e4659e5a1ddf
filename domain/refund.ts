import { machine } from './machine.ts'

/**
 * A refund, as the provider reports it. One that succeeded can still bounce from a closed account. A failed one becomes a
 * task for a person, who has it retried or pays another way, which makes it 'settled'.
 */
export const refundMachine = machine({
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: ['pending', 'settled'],
  settled: [],
})
export type RefundStatus = (typeof refundMachine.states)[number]

/** The label staff see before the amount of a refund. */
export const refundWords: Record<RefundStatus, string> = {
  pending: 'Refunding',
  succeeded: 'Refunded',
  failed: 'Couldn’t refund',
  settled: 'Paid back another way:',
}

/** Who gives the money of a refund back, if not the shop through the provider; after its sum. */
export const refundPlaces: Record<'shop' | 'provider' | 'waits' | 'bank', string> = {
  shop: '',
  provider: ', made at the payment provider',
  waits: ', which waits until the bank decides the dispute',
  bank: ': the bank gave it to the buyer',
}

/** Integer cents before tax, and the tax on them. */
export type Money = { amountCents: number; taxCents: number }

const sumOf = (refunds: Money[], pick: (refund: Money) => number) =>
  refunds.reduce((total, refund) => total + pick(refund), 0)

/**
 * The tax part of a refund, in integer cents: in proportion to everything refunded so far, minus the tax refunded before,
 * so that refunds of a whole payment return its whole tax to the cent.
 */
export function refundTax(payment: Money, before: Money[], amountCents: number): number {
  if (payment.amountCents === 0) return 0
  const given = sumOf(before, (refund) => refund.amountCents) + amountCents
  const due = Math.round((payment.taxCents * given) / payment.amountCents)
  return Math.max(0, due - sumOf(before, (refund) => refund.taxCents))
}

/** What is left of a payment after its refunds, in integer cents. */
export function leftOf(payment: Money, before: Money[]): Money & { totalCents: number } {
  const amountCents = Math.max(0, payment.amountCents - sumOf(before, (refund) => refund.amountCents))
  const taxCents = Math.max(0, payment.taxCents - sumOf(before, (refund) => refund.taxCents))
  return { amountCents, taxCents, totalCents: amountCents + taxCents }
}

/**
 * Splits a refund amount, tax included, into the pre-tax part and its tax, in integer cents: in proportion to the
 * payment, and exact to the cent if everything left is refunded.
 * @param totalCents at most what is left
 */
export function splitRefund(payment: Money, before: Money[], totalCents: number): Money {
  const left = leftOf(payment, before)
  const paid = payment.amountCents + payment.taxCents
  const wanted = paid === 0 ? 0 : Math.round((totalCents * payment.amountCents) / paid)
  const amountCents = Math.min(left.amountCents, Math.max(wanted, totalCents - left.taxCents))
  return { amountCents, taxCents: totalCents - amountCents }
}
