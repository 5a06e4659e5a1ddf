import { useRef, useState } from 'react'
import { hasRenewal } from '../../domain/cart.ts'
import { isPurchaserEmail } from '../../domain/checkout.ts'
import { messages } from '../../domain/messages.ts'
import { renewalTermsText } from '../../domain/renewal-terms.ts'
import { ApiError, callApi } from '../browser/call-api.ts'
import type { ShopView } from '../shop/context.ts'
import { useShop } from '../shop/use-shop.ts'
import { showToast } from '../ui/toast-store.ts'
import type { CardErrors } from './card-values.ts'
import type { NewOrder } from './last-order.ts'
import { type Confirmation, isSetup, keepPayment, type StartedCheckout } from './start-payment.ts'
import { useFinishing } from './use-finishing.ts'

export type PaymentErrors = CardErrors & { email?: string; consent?: string }

/** What the buyer answered to the demo's bank. */
export type BankAnswer = 'completed' | 'failed'

export type PaymentParts = {
  started: StartedCheckout
  onOrdered: (order: NewOrder) => void
  /** this payment is over unpaid, for the reason said; begin another */
  onRestart: (problem: string) => void
  /** what is missing in the provider's fields, where they do not say it themselves */
  findCardErrors?: () => CardErrors
  confirm: (email: string, answer?: BankAnswer) => Promise<Confirmation>
}

const { checkout } = messages

/** What happens between the filled form and the order (spec §4, §8). Nothing is paid twice: see use-finishing.ts. */
export function usePayment({ started, onOrdered, onRestart, findCardErrors, confirm }: PaymentParts) {
  const { cart, clientSecret } = started
  const shop = useShop()
  const [email, setEmail] = useState(cart[0]?.shippingDetails?.email ?? '')
  const [consent, setConsent] = useState(false)
  const [errors, setErrors] = useState<PaymentErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isPaying, setIsPaying] = useState(false)
  const [bankAsks, setBankAsks] = useState(false)
  const kept = useRef<Promise<void> | null>(null)
  const finishing = useFinishing(onOrdered, onRestart)
  const isBusy = isPaying || finishing.isBusy

  /** Starts paying; false when something has to be filled in first. */
  function pay(): boolean {
    if (isBusy) return true
    const found = findErrors()
    setErrors(found)
    setProblem(null)
    if (found.email) {
      showToast({ title: checkout.emailRequired, description: found.email, destructive: true })
      return false
    }
    if (Object.keys(found).length > 0) return false
    void confirmPayment()
    return true
  }

  /** What was agreed to is kept from the tick on: a wallet opens only at once after the click. */
  function keepTerms(): Promise<void> {
    kept.current ??= keepConsent(started, shop).catch((error: unknown) => {
      kept.current = null
      throw error
    })
    return kept.current
  }

  function agree(checked: boolean) {
    setConsent(checked)
    // Where it fails, paying tries again and says so.
    if (checked) keepTerms().catch(() => {})
  }

  function findErrors(): PaymentErrors {
    const isUnconfirmed = hasRenewal(cart) && !consent
    return {
      ...(isPurchaserEmail(email) ? {} : { email: checkout.emailRequiredDetail }),
      ...findCardErrors?.(),
      ...(isUnconfirmed ? { consent: 'Please confirm that you know how your plan renews.' } : {}),
    }
  }

  async function confirmPayment(answer?: BankAnswer) {
    setIsPaying(true)
    // Before the bank may take the buyer to a page of its own.
    keepPayment({ started, email: email.trim() })
    try {
      await keepTerms()
      await settle(await confirm(email.trim(), answer))
    } catch (error) {
      fail(checkout.paymentError, paymentErrorSentence(error))
    } finally {
      setIsPaying(false)
    }
  }

  async function settle(result: Confirmation) {
    const kept = { started, email: email.trim() }
    if (result.outcome === 'asks') setBankAsks(true)
    else if (result.outcome === 'succeeded') await finishing.finish(kept, result.paid)
    else if (result.outcome === 'processing') finishing.wait(kept, result.paid)
    else refuse(result.message, result.outcome)
  }

  function refuse(message: string, outcome: 'incomplete' | 'expired' | 'failed') {
    fail(isSetup(clientSecret) ? checkout.setupFailed : checkout.paymentFailed, message)
    // The field itself says it, in its place.
    if (outcome === 'incomplete') setProblem(null)
    if (outcome === 'expired') onRestart(message)
  }

  function fail(title: string, description: string) {
    showToast({ title, description, destructive: true })
    setProblem(description)
  }

  return {
    email,
    setEmail,
    consent,
    agree,
    errors,
    problem,
    isBusy,
    bankAsks,
    unfinished: finishing.unfinished,
    tryAgain: finishing.tryAgain,
    pay,
    settle,
    answerBank(answer: BankAnswer) {
      setBankAsks(false)
      void confirmPayment(answer)
    },
  }
}

/** What a Payment Error tells the buyer: the error's own words, else those of spec §8. An ApiError's message is for developers. */
export function paymentErrorSentence(error: unknown): string {
  const words = error instanceof ApiError ? error.sentence : error instanceof Error ? error.message : ''
  return words || messages.checkout.paymentErrorFallback
}

/**
 * Has the server keep what the buyer has just agreed to, before the card is charged: where it cannot be kept, nothing
 * is. Does nothing where nothing renews.
 * @throws ApiError with the server's sentence when the terms have changed meanwhile
 */
async function keepConsent(
  { cart, clientSecret, promotion }: StartedCheckout,
  shop: Pick<ShopView, 'today' | 'supportEmail' | 'calendar' | 'plans' | 'taxedStates'>,
) {
  const renewalDiscounts = promotion?.renewalDiscounts ?? []
  const text = renewalTermsText({ cart, renewalDiscounts, ...shop })
  if (text !== '') await callApi('recordConsent', { clientSecret, text })
}
