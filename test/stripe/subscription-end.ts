import { intentOfInvoice } from './bill.ts'
import { emit } from './event.ts'
import { voidInvoice } from './invoice-outcome.ts'
import { cancelIntent } from './payment-intent.ts'
import type { Subscription } from './subscription.ts'
import type { World } from './world.ts'

/** Ends a subscription that has started: open bills stay open, but are no longer collected. */
export function endSubscription(world: World, subscription: Subscription, reason: string): void {
  subscription.status = 'canceled'
  subscription.ended_at = world.now()
  subscription.canceled_at ??= world.now()
  subscription.cancellation_details.reason ??= reason
  for (const invoice of world.invoices.values()) {
    const isOurs = invoice.parent?.subscription_details.subscription === subscription.id
    if (!isOurs || (invoice.status !== 'open' && invoice.status !== 'draft')) continue
    invoice.auto_advance = false
    invoice.automatically_finalizes_at = null
    invoice.next_payment_attempt = null
    emit(world, 'invoice.updated', invoice)
  }
  emit(world, 'customer.subscription.deleted', subscription)
}

/** The first payment never came: the bill is voided and its payment canceled. */
export function expireIncomplete(world: World, subscription: Subscription): void {
  subscription.status = 'incomplete_expired'
  subscription.ended_at = world.now()
  subscription.canceled_at ??= world.now()
  const invoice = world.invoices.get(subscription.latest_invoice ?? '')
  if (invoice?.status === 'open') {
    voidInvoice(world, invoice)
    const intent = intentOfInvoice(world, invoice.id)
    if (intent && intent.status !== 'succeeded') cancelIntent(world, intent, 'void_invoice')
  }
  emit(world, 'customer.subscription.updated', subscription)
}
