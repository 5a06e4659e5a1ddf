/** What a bank's page hands back to the success page: query parameters of Stripe's (payments.md §7). */
export type StripeReturn = { clientSecret: string; status: 'succeeded' | 'failed' | 'unknown' }

/** The return in a query string, or null when the page was not reached from a bank. */
export function readStripeReturn(search: string): StripeReturn | null {
  const query = new URLSearchParams(search)
  const clientSecret = query.get('payment_intent_client_secret') ?? query.get('setup_intent_client_secret')
  if (!clientSecret) return null
  const status = query.get('redirect_status')
  return { clientSecret, status: status === 'succeeded' || status === 'failed' ? status : 'unknown' }
}

/** "pi_1_secret_2" → "pi_1" */
export function intentIdOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0]!
}
