/** Sales tax of one item at its destination. */
export type TaxQuote = {
  /** integer cents on `amountCents - discountCents` */
  taxCents: number
  /** the rate as a decimal percentage, "9.75"; null: no tax there */
  ratePercent: string | null
  /** the provider's calculation, to be committed once after payment; null: nothing to commit */
  calculationId: string | null
  /** two letters of where the rate belongs; absent: California, or no tax */
  state?: string
}

/** Two letters of where a quote's rate belongs; those that were kept before there were others are California's. */
export function stateOfQuote(quote: TaxQuote): string {
  return quote.state ?? 'CA'
}

/** The transaction is null where nothing was counted, or where it was long ago and the answer was lost. */
export type CommittedTax = { outcome: 'committed' | 'skipped'; transactionId: string | null }

export type TaxReversal = {
  transactionId: string
  /** ours, of the refund */
  reference: string
  /** integer cents that went back, before tax and of tax */
  amountCents: number
  taxCents: number
}
