import { cancelReasonLabel } from '../cancellation.ts'
import type { LostWhy } from './dashboard-contracts.ts'

/** Why members left, in the admin's words. */
export const lostWhyLabel: Record<LostWhy, string> = {
  ...cancelReasonLabel,
  unsaid: 'Didn’t say',
  unpaid: 'Card refused until the end',
  bank: 'Lost to a dispute',
}

/** The counted steps of the quiz, in order; the last is the cart. */
export const funnelStepLabels = [
  'Who it is for',
  'Men or women',
  'Styles',
  'Size',
  'Shipping',
  'Plan',
  'In the cart',
] as const
