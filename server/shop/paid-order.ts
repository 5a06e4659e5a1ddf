import type { ChargeItem } from './payments.ts'

/** What the provider is told of an order that was paid. */
export type PaidOrder = {
  customerId: string
  /** the payment, or the set-up where nothing was due */
  intentId: string
  orderNumber: string
  /** the buyer's: of a gift the giver's; null: not known */
  email: string | null
  name: string | null
}

/** What the provider is told of the payment of a later bill. */
export type PaidRenewal = {
  intentId: string
  orderNumber: string
  destination: ChargeItem['destination']
}
