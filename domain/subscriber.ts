import { machine } from './machine.ts'

/**
 * Spec §4 "Newsletter subscriber status". Someone who left can come back; that another person can't bring them back is
 * enforced by the call itself.
 */
export const subscriberMachine = machine({
  active: ['unsubscribed', 'bounced'],
  unsubscribed: ['active', 'bounced'],
  bounced: ['active', 'unsubscribed'],
})
export type SubscriberStatus = (typeof subscriberMachine.states)[number]
