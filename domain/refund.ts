import { machine } from './machine.ts'

/** Money on its way back, as the provider says; one that succeeded may still come back from a closed account. */
export const refundMachine = machine({
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
})
export type RefundStatus = (typeof refundMachine.states)[number]
