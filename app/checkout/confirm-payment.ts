/** A payment or set-up that succeeded at the provider. */
export type Paid = {
  intentId: string
  /** what later charges are made on; null where the provider did not say */
  paymentMethodId: string | null
}

/** How a payment ended at the provider. */
export type Confirmation =
  | { outcome: 'succeeded'; paid: Paid }
  /** the bank has not decided yet; there must be no second payment meanwhile */
  | { outcome: 'processing'; paid: Paid }
  /** the bank wants to hear from the buyer first */
  | { outcome: 'asks' }
  /** something has to be filled in; the provider's own fields say what */
  | { outcome: 'incomplete'; message: string }
  /** this payment cannot be paid any more; another has to be begun */
  | { outcome: 'expired'; message: string }
  /** the provider's own sentence */
  | { outcome: 'failed'; message: string }

/** Nothing is due today, so a card is only set up (payments.md §9). */
export function isSetup(clientSecret: string): boolean {
  return clientSecret.startsWith('seti_')
}
