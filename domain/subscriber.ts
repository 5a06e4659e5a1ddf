import { machine } from './machine.ts'

/** Spec §4 "Newsletter subscriber status". Whoever left may come back; that of somebody else's hand is refused by its verb. */
export const subscriberMachine = machine({
  active: ['unsubscribed', 'bounced'],
  unsubscribed: ['active', 'bounced'],
  bounced: ['active', 'unsubscribed'],
})
export type SubscriberStatus = (typeof subscriberMachine.states)[number]
