import { machine } from './machine.ts'

/**
 * A cart on its way through payment. 'completing': its order is made, subscriptions or taxes are not final yet;
 * 'abandoned': given up, which a payment that arrives after all takes back; 'mismatched': paid, but not what was asked for.
 */
export const checkoutMachine = machine({
  open: ['completing', 'abandoned', 'mismatched'],
  completing: ['done'],
  done: [],
  abandoned: ['completing', 'mismatched'],
  mismatched: ['completing'],
})
export type CheckoutStatus = (typeof checkoutMachine.states)[number]

/** Checkouts about which the provider is asked until something comes of them. */
export const unfinishedCheckouts: readonly CheckoutStatus[] = ['open', 'completing']

/** Checkouts whose money may be with the provider while the order is not all there. */
export const owedCheckouts: readonly CheckoutStatus[] = ['completing', 'mismatched']
