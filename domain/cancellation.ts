/** Why a member left: an optional one-tap question (docs/decisions/087). */
export const cancelReasons = ['enough', 'price', 'fit', 'style', 'quality', 'shipping', 'other'] as const
export type CancelReason = (typeof cancelReasons)[number]

export const cancelReasonLabel: Record<CancelReason, string> = {
  enough: 'I have enough belts',
  price: 'It costs too much',
  fit: 'The fit isn’t right',
  style: 'Not my style',
  quality: 'The belts themselves',
  shipping: 'Shipping or service',
  other: 'Something else',
}

/**
 * Who ended a renewal. 'staff': in the admin; 'provider': on the payment provider's page; 'bank': by a dispute; 'unpaid':
 * the card was refused for too long.
 */
export const lostWays = ['member', 'staff', 'provider', 'bank', 'unpaid'] as const
export type LostWay = (typeof lostWays)[number]

/** The ways where a reason can be given: the member, or staff for them, cancelled. */
export const waysWithReason: readonly LostWay[] = ['member', 'staff', 'provider']
