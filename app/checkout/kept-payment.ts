import type { StartedCheckout } from './start-payment.ts'

const key = 'startedPayment'

/** What the page needs to finish the order when the buyer comes back from a bank's page. */
export type KeptPayment = { started: StartedCheckout; email: string }

/** Keeps a payment over the trip to another page; called before it is confirmed. */
export function keepPayment(payment: KeptPayment) {
  try {
    sessionStorage.setItem(key, JSON.stringify(payment))
  } catch {
    // Without storage the server finishes the order by itself, and the mail has its number.
  }
}

/** The kept payment with this client secret, or null. */
export function readKeptPayment(clientSecret: string): KeptPayment | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as KeptPayment | null
    return kept?.started.clientSecret === clientSecret ? kept : null
  } catch {
    return null
  }
}

/** Forgets it, when its order is known. */
export function forgetKeptPayment() {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage may be forbidden; then nothing was kept.
  }
}
