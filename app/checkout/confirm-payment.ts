/** How a payment ended at the provider. */
export type Confirmation =
  | { outcome: 'succeeded'; paymentIntentId: string }
  /** the bank wants to hear from the buyer first */
  | { outcome: 'asks' }
  /** the provider's own sentence */
  | { outcome: 'failed'; message: string }
