import { cancelReasonLabel } from '../lost.ts'
import type { LostWhy } from './dashboard-contracts.ts'

/** Why members were lost, as the desk says it. */
export const lostWhyLabel: Record<LostWhy, string> = {
  ...cancelReasonLabel,
  unsaid: 'Didn’t say',
  unpaid: 'Card refused until the end',
  bank: 'Lost to a dispute',
}
