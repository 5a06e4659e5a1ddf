import { useState } from 'react'
import { renewingPlans } from '../../domain/cart.ts'
import { isPurchaserEmail } from '../../domain/checkout.ts'
import { messages } from '../../domain/messages.ts'
import { showToast } from '../ui/toast-store.ts'
import { type CardErrors, type CardValues, cardErrors } from './card-values.ts'
import { confirmDemoPayment } from './confirm-demo-payment.ts'
import { createOrder } from './create-order.ts'
import type { NewOrder } from './last-order.ts'
import type { StartedCheckout } from './start-payment.ts'

export type PaymentErrors = CardErrors & { email?: string; consent?: string }

const emptyCard: CardValues = { number: '', expiration: '', securityCode: '' }
const { checkout } = messages

/** What happens between the filled form and the order (spec §4, §8). Nothing is paid twice: see `unfinished`. */
export function usePayment(started: StartedCheckout, onOrdered: (order: NewOrder) => void) {
  const { cart, clientSecret } = started
  const [email, setEmail] = useState(cart[0]?.shippingDetails?.email ?? '')
  const [card, setCard] = useState(emptyCard)
  const [consent, setConsent] = useState(false)
  const [errors, setErrors] = useState<PaymentErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [bankAsks, setBankAsks] = useState(false)
  // The id of a payment that succeeded while its order could not be made: from here on only the order is tried.
  const [unfinished, setUnfinished] = useState<string | null>(null)

  /** Starts paying; false when something has to be filled in first. */
  function pay(): boolean {
    if (isBusy) return true
    const found = findErrors()
    setErrors(found)
    setProblem(null)
    if (found.email) {
      fail(checkout.emailRequired, checkout.emailRequiredDetail, { isInline: false })
      return false
    }
    if (Object.keys(found).length > 0) return false
    void confirm()
    return true
  }

  function findErrors(): PaymentErrors {
    const isUnconfirmed = renewingPlans(cart).length > 0 && !consent
    return {
      ...(isPurchaserEmail(email) ? {} : { email: checkout.emailRequiredDetail }),
      ...cardErrors(card),
      ...(isUnconfirmed ? { consent: 'Please confirm that you know how your plan renews.' } : {}),
    }
  }

  async function confirm(authentication?: 'completed' | 'failed') {
    setIsBusy(true)
    try {
      const paid = await confirmDemoPayment({
        clientSecret,
        email,
        card,
        ...(authentication ? { authentication } : {}),
      })
      if (paid.outcome === 'asks') return setBankAsks(true)
      if (paid.outcome === 'failed') {
        fail(clientSecret.startsWith('seti_') ? checkout.setupFailed : checkout.paymentFailed, paid.message)
      } else await order(paid.paymentIntentId)
    } catch (error) {
      fail(checkout.paymentError, error instanceof Error ? error.message : checkout.paymentErrorFallback)
    } finally {
      setIsBusy(false)
    }
  }

  async function order(paymentIntentId: string) {
    try {
      onOrdered(await createOrder(started, email, paymentIntentId))
    } catch {
      setUnfinished(paymentIntentId)
      fail(checkout.orderCreationFailed, checkout.orderCreationFailedDetail, { isInline: false })
    }
  }

  function fail(title: string, description: string, { isInline } = { isInline: true }) {
    showToast({ title, description, destructive: true })
    if (isInline) setProblem(description)
  }

  return {
    email,
    setEmail,
    card,
    setCard,
    consent,
    setConsent,
    errors,
    problem,
    isBusy,
    bankAsks,
    unfinished,
    pay,
    answerBank(authentication: 'completed' | 'failed') {
      setBankAsks(false)
      void confirm(authentication)
    },
    async orderAgain() {
      if (!unfinished || isBusy) return
      setIsBusy(true)
      await order(unfinished)
      setIsBusy(false)
    },
  }
}
