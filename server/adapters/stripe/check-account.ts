import type Stripe from 'stripe'
import type { StripeConfig } from '../../stripe-config.ts'

/**
 * What an owner should know about the account before the first order, as sentences. Without an active registration
 * Stripe calculates no tax and says nothing, and past sales cannot be corrected (payments.md §5).
 */
export async function checkAccount(stripe: Stripe, config: StripeConfig): Promise<string[]> {
  const warnings: string[] = []
  const { data } = await stripe.tax.registrations.list({ status: 'active', limit: 100 })
  const isRegistered = data.some(
    (registration) =>
      registration.country === 'US' && registration.country_options.us?.state?.toUpperCase() === 'CA',
  )
  if (!isRegistered) {
    warnings.push(
      'Stripe Tax has no active registration for California, so no sales tax is charged there: add one in the Dashboard under Tax, Registrations.',
    )
  }
  if (!config.webhookSecret) {
    warnings.push(
      'STRIPE_WEBHOOK_SECRET is not set: events are refused, and payments are noticed only when the shop asks, every few minutes.',
    )
  }
  const publishable = config.mode === 'live' ? config.publishableKeyLive : config.publishableKeyTest
  if (!publishable) {
    warnings.push(
      `There is no publishable key for ${config.mode} mode, so no visitor can pay: set STRIPE_PUBLISHABLE_KEY_${config.mode.toUpperCase()}.`,
    )
  }
  return warnings
}
