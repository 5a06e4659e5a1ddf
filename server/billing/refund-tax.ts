type Money = { amountCents: number; taxCents: number }

/**
 * The tax that belongs to a refund, in integer cents: in proportion to all that has been given back, less what was
 * given back before, so that the refunds of a whole payment return its whole tax to the cent.
 */
export function refundTax(payment: Money, before: Money[], amountCents: number): number {
  if (payment.amountCents === 0) return 0
  const sum = (pick: (refund: Money) => number) => before.reduce((total, refund) => total + pick(refund), 0)
  const given = sum((refund) => refund.amountCents) + amountCents
  const due = Math.round((payment.taxCents * given) / payment.amountCents)
  return due - sum((refund) => refund.taxCents)
}
