import { emit } from './event.ts'
import { attach, newPaymentMethod, type PaymentMethod } from './payment-method.ts'
import { noSuch } from './refusal.ts'
import type { World } from './world.ts'

/**
 * What a customer does on the billing portal's card page: the card is attached and becomes the customer's default.
 * Subscriptions with a payment method of their own keep charging that one
 * (docs.stripe.com/billing/subscriptions/payment-methods-setting "Payment method priority").
 */
export function changeCard(world: World, customerId: string, number: string): PaymentMethod {
  const customer = world.customers.get(customerId)
  if (!customer) throw noSuch('customer', customerId)
  const method = newPaymentMethod(world, number, customer.email)
  world.paymentMethods.set(method.id, method)
  world.cardNumbers.set(method.id, number)
  world.authenticated.add(method.id)
  attach(world, method, customerId)
  customer.invoice_settings.default_payment_method = method.id
  emit(world, 'customer.updated', customer)
  return method
}

/** From now on the bank treats every card this customer has on file like this test number. */
export function turnCards(world: World, customerId: string, number: string): void {
  for (const method of world.paymentMethods.values())
    if (method.customer === customerId) world.cardNumbers.set(method.id, number)
}

/** Makes the cards on file expire at the end of this month. */
export function expireCards(world: World, customerId: string, year: number, month: number): void {
  for (const method of world.paymentMethods.values())
    if (method.customer === customerId) Object.assign(method.card, { exp_year: year, exp_month: month })
}
