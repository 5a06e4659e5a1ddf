/** Sales tax of one item at its destination. */
export type TaxQuote = {
  /** integer cents on `amountCents - discountCents` */
  taxCents: number
  /** the rate as a decimal percentage, "9.75"; null: no tax there */
  ratePercent: string | null
  /** the provider's calculation, to commit once after payment; null: nothing to commit */
  calculationId: string | null
  /** two-letter state of the rate; absent: California, or no tax */
  state?: string
}

/** The two-letter state of a quote's rate; quotes from before other states existed are California's. */
export function stateOfQuote(quote: TaxQuote): string {
  return quote.state ?? 'CA'
}

/** `transactionId` is null if nothing was committed, or if it was long ago and the answer was lost. */
export type CommittedTax = { outcome: 'committed' | 'skipped'; transactionId: string | null }

export type TaxReversal = {
  transactionId: string
  /** our reference for the refund */
  reference: string
  /** integer cents returned: before tax, and of tax */
  amountCents: number
  taxCents: number
}
