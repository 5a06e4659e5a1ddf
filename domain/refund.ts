import { machine } from './machine.ts'

/**
 * Money on its way back, as the provider says. One that succeeded may still come back from a closed account; 'failed' is a
 * person's task, who has it tried again or pays it in another way, which makes it 'settled'.
 */
export const refundMachine = machine({
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: ['pending', 'settled'],
  settled: [],
})
export type RefundStatus = (typeof refundMachine.states)[number]

/** What staff read before the amount of a refund. */
export const refundWords: Record<RefundStatus, string> = {
  pending: 'Refunding',
  succeeded: 'Refunded',
  failed: 'Couldn’t refund',
  settled: 'Paid back another way:',
}
