/**
 * What a movement of the provider's balance is to the books. 'charge', 'refund' and 'dispute' have to be explained by a row
 * of the shop; 'held' is a reserve the provider keeps; 'other' is for the owner to explain.
 */
const movementKinds = ['charge', 'refund', 'dispute', 'fee', 'payout', 'held', 'other'] as const
export type MovementKind = (typeof movementKinds)[number]

/** By the provider's reporting category (docs.stripe.com/reports/reporting-categories); any other is 'other'. */
const ofCategory: Partial<Record<string, MovementKind>> = {
  charge: 'charge',
  charge_failure: 'charge',
  partial_capture_reversal: 'charge',
  refund: 'refund',
  refund_failure: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  fee: 'fee',
  network_cost: 'fee',
  payout: 'payout',
  payout_reversal: 'payout',
  risk_reserved_funds: 'held',
}

export const kindOfCategory = (category: string): MovementKind => ofCategory[category] ?? 'other'
