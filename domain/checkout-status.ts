import { machine } from './machine.ts'

/**
 * A cart on its way through payment. 'completing': its order exists, but subscriptions or taxes aren't final yet;
 * 'abandoned': given up on, which a late payment reverses; 'mismatched': paid, but not the
 * amount asked for, until someone decides; 'settled': someone decided that it makes no order.
 */
export const checkoutMachine = machine({
  open: ['completing', 'abandoned', 'mismatched'],
  completing: ['done'],
  done: [],
  abandoned: ['completing', 'mismatched'],
  mismatched: ['completing', 'settled'],
  settled: [],
})
export type CheckoutStatus = (typeof checkoutMachine.states)[number]

/** Checkouts to ask the provider about until they're resolved. */
export const unfinishedCheckouts: readonly CheckoutStatus[] = ['open', 'completing']

/** Checkouts where the provider may have the money while the order is incomplete. */
export const owedCheckouts: readonly CheckoutStatus[] = ['completing', 'mismatched']

/** Paid, but not what was asked for: only a person makes an order of it, or decides otherwise. */
export const decidedByHand: readonly CheckoutStatus[] = ['mismatched', 'settled']
