import { emit } from './event.ts'
import { attach, newPaymentMethod, type PaymentMethod } from './payment-method.ts'
import { noSuch } from './refusal.ts'
import type { World } from './world.ts'

/** What a customer does on the billing portal's card page: a new card for everything that renews. */
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
  for (const subscription of world.subscriptions.values()) {
    if (subscription.customer !== customerId || !subscription.default_payment_method) continue
    subscription.default_payment_method = method.id
    emit(world, 'customer.subscription.updated', subscription)
  }
  return method
}
