import { useEffect, useRef, useState } from 'react'
import { hasRenewal } from '../../domain/cart.ts'
import { isPurchaserEmail } from '../../domain/checkout.ts'
import { messages } from '../../domain/messages.ts'
import { renewalTermsText } from '../../domain/renewal-terms.ts'
import { ApiError, callApi } from '../browser/call-api.ts'
import type { ShopView } from '../shop/context.ts'
import { useShop } from '../shop/use-shop.ts'
import { showToast } from '../ui/toast-store.ts'
import { focusFirstInvalid } from '../ui/use-refusal.ts'
import type { CardErrors } from './card-values.ts'
import type { NewOrder } from './last-order.ts'
import { type Confirmation, isSetup, keepPayment, type StartedCheckout } from './start-payment.ts'
import { useFinishOrder } from './use-finish-order.ts'

/** Why a payment failed, what is safe all the same, and what to do. */
export type PaymentProblem = { reason: string; next: string }

export type PaymentErrors = CardErrors & { email?: string; consent?: string }

/** The buyer's answer to the demo's bank. */
export type BankAnswer = 'completed' | 'failed'

/** The props of every payment form, whoever the provider is. */
export type PaymentProps = {
  started: StartedCheckout
  onOrdered: (order: NewOrder) => void
  /** this payment is over, unpaid, for the reason given; begin another */
  onRestart: (problem: string) => void
  /** whether money may move or has moved: the cart has to stay as it is */
  onHold?: (isHeld: boolean) => void
}

export type PaymentParts = PaymentProps & {
  /** errors in the provider's fields, unless they show their own */
  findCardErrors?: () => CardErrors
  confirm: (email: string, answer?: BankAnswer) => Promise<Confirmation>
  /** what became of this payment while it was processing */
  lookUp?: () => Promise<Confirmation>
}

const { checkout } = messages

/** From the filled-in form to the order (spec §4, §8). Nothing is paid twice: see use-finish-order.ts. */
export function usePayment(parts: PaymentParts) {
  const { started, onOrdered, onRestart, onHold, findCardErrors, confirm, lookUp } = parts
  const { cart, clientSecret } = started
  const shop = useShop()
  const [email, setEmail] = useState(cart[0]?.shippingDetails?.email ?? '')
  const [consent, setConsent] = useState(false)
  const [errors, setErrors] = useState<PaymentErrors>({})
  const [problem, setProblem] = useState<PaymentProblem | null>(null)
  // Whether the last attempt was by wallet: its error is shown there.
  const [byWallet, setByWallet] = useState(false)
  const [isPaying, setIsPaying] = useState(false)
  const [bankAsks, setBankAsks] = useState(false)
  const kept = useRef<Promise<void> | null>(null)
  const finishing = useFinishOrder(onOrdered, onRestart, lookUp)
  const isBusy = isPaying || finishing.isBusy
  const isHeld = isBusy || bankAsks || finishing.unfinished !== null
  useEffect(() => {
    onHold?.(isHeld)
    return () => onHold?.(false)
  }, [onHold, isHeld])

  /** Starts the payment, or shows what is missing. */
  function pay() {
    if (isBusy) return
    const found = { ...findEmailError(email), ...findCardErrors?.(), ...findConsentError() }
    mark(found, false)
    if (found.email) {
      return showToast({ title: checkout.emailRequired, description: found.email, destructive: true })
    }
    if (Object.keys(found).length === 0) void confirmPayment((to) => confirm(to))
  }

  function mark(found: PaymentErrors, isWallet: boolean) {
    focusFirstInvalid(document.querySelector('.pay-form'), () => {
      setErrors(found)
      setProblem(null)
      setByWallet(isWallet)
    })
  }

  /** Whether a wallet's sheet may open. Synchronous, because wallets don't wait. If not, the form says why. */
  function openWallet(): boolean {
    if (isBusy) return false
    const found = findConsentError()
    mark(found, true)
    return Object.keys(found).length === 0
  }

  /**
   * Pays with a wallet, the same way as with a card.
   * @param walletEmail used if our email field is empty
   * @returns null if paid or under way, otherwise the error
   */
  async function payByWallet(
    walletEmail: string | undefined,
    confirmWallet: (email: string) => Promise<Confirmation>,
  ): Promise<string | null> {
    if (isBusy) return checkout.processing
    const to = isPurchaserEmail(email) ? email : (walletEmail ?? '')
    const found = { ...findEmailError(to), ...findConsentError() }
    setErrors(found)
    if (found.email || found.consent) return found.email ?? found.consent ?? null
    setEmail(to)
    return confirmPayment(confirmWallet, to)
  }

  /** Stores the consent as soon as the box is ticked: wallets have to open right after a click. */
  function keepTerms(): Promise<void> {
    kept.current ??= keepConsent(started, shop).catch((error: unknown) => {
      kept.current = null
      throw error
    })
    return kept.current
  }

  function agree(checked: boolean) {
    setConsent(checked)
    setErrors(({ consent: _, ...others }) => others)
    // If it fails, paying retries and reports it.
    if (checked) keepTerms().catch(() => {})
  }

  function findEmailError(to: string): PaymentErrors {
    return isPurchaserEmail(to) ? {} : { email: checkout.emailRequiredDetail }
  }

  function findConsentError(): PaymentErrors {
    return hasRenewal(cart) && !consent
      ? { consent: 'Please confirm that you know how your plan renews.' }
      : {}
  }

  async function confirmPayment(payWith: (email: string) => Promise<Confirmation>, to = email) {
    const payer = to.trim()
    setIsPaying(true)
    // Before the bank may redirect the buyer.
    keepPayment({ started, email: payer })
    try {
      await keepTerms()
      const result = await payWith(payer)
      await settle(result, payer)
      return 'message' in result ? result.message : null
    } catch (error) {
      const sentence = paymentErrorSentence(error)
      // The answer may have been lost on its way, so nothing is said about the charge but that it can't happen twice.
      fail(checkout.paymentError, sentence, 'Your cart is safe, and you won’t be charged twice.')
      return sentence
    } finally {
      setIsPaying(false)
    }
  }

  async function settle(result: Confirmation, payer = email.trim()) {
    const kept = { started, email: payer }
    if (result.outcome === 'asks') setBankAsks(true)
    else if (result.outcome === 'succeeded') await finishing.finish(kept, result.paid)
    else if (result.outcome === 'processing') finishing.wait(kept, result.paid)
    else refuse(result.message, result.outcome)
  }

  function refuse(message: string, outcome: 'incomplete' | 'expired' | 'failed') {
    const title = isSetup(clientSecret) ? checkout.setupFailed : checkout.paymentFailed
    fail(
      title,
      message,
      'You haven’t been charged, and your cart is safe. Check the details, or try another card.',
    )
    // The field shows its own error.
    if (outcome === 'incomplete') setProblem(null)
    if (outcome === 'expired') onRestart(message)
  }

  function fail(title: string, reason: string, next: string) {
    showToast({ title, description: reason, destructive: true })
    setProblem({ reason, next })
  }

  return {
    email,
    setEmail(typed: string) {
      setEmail(typed)
      setErrors(({ email: _, ...others }) => others)
    },
    consent,
    agree,
    errors,
    problem,
    byWallet,
    isBusy,
    bankAsks,
    unfinished: finishing.unfinished,
    tryAgain: finishing.tryAgain,
    pay,
    openWallet,
    payByWallet,
    settle,
    answerBank(answer: BankAnswer) {
      setBankAsks(false)
      void confirmPayment((to) => confirm(to, answer))
    },
  }
}

/** The text of a Payment Error: the error's own sentence, or that of spec §8. An ApiError's message is for developers. */
export function paymentErrorSentence(error: unknown): string {
  const words = error instanceof ApiError ? error.sentence : error instanceof Error ? error.message : ''
  return words || messages.checkout.paymentErrorFallback
}

/**
 * Stores the buyer's consent on the server before the card is charged: without it nothing is charged. Does nothing if
 * nothing renews.
 * @throws ApiError with the server's sentence if the terms have changed
 */
async function keepConsent(
  { cart, clientSecret, startedOn, promotion }: StartedCheckout,
  shop: Pick<ShopView, 'supportEmail' | 'calendar' | 'plans' | 'taxedStates'>,
) {
  const renewalDiscounts = promotion?.renewalDiscounts ?? []
  const text = renewalTermsText({ cart, renewalDiscounts, ...shop, today: startedOn })
  if (text !== '') await callApi('recordConsent', { clientSecret, text })
}
