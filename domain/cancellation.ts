/** Why somebody left, in one tap that nobody has to make (docs/decisions/087). */
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
 * By whom a renewal came to its end. 'staff': in the admin; 'provider': at the payment provider's page; 'bank': by a dispute;
 * 'unpaid': its card was refused for too long.
 */
export const lostWays = ['member', 'staff', 'provider', 'bank', 'unpaid'] as const
export type LostWay = (typeof lostWays)[number]

/** Those who can say why: they, or the staff for them, have cancelled. */
export const waysWithReason: readonly LostWay[] = ['member', 'staff', 'provider']
