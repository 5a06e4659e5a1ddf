import { useRef, useState } from 'react'
import { hasRenewal } from '../../domain/cart.ts'
import { isPurchaserEmail } from '../../domain/checkout.ts'
import { messages } from '../../domain/messages.ts'
import { renewalTermsText } from '../../domain/renewal-terms.ts'
import { ApiError, callApi } from '../browser/call-api.ts'
import type { ShopView } from '../shop/context.ts'
import { useShop } from '../shop/use-shop.ts'
import { focusFirstInvalid } from '../ui/focus-first-invalid.ts'
import { showToast } from '../ui/toast-store.ts'
import type { CardErrors } from './card-values.ts'
import type { NewOrder } from './last-order.ts'
import { type Confirmation, isSetup, keepPayment, type StartedCheckout } from './start-payment.ts'
import { useFinishing } from './use-finishing.ts'

export type PaymentErrors = CardErrors & { email?: string; consent?: string }

/** What the buyer answered to the demo's bank. */
export type BankAnswer = 'completed' | 'failed'

/** What a payment form is given, whoever the provider is. */
export type PaymentProps = {
  started: StartedCheckout
  onOrdered: (order: NewOrder) => void
  /** this payment is over, unpaid, for the reason given; begin another */
  onRestart: (problem: string) => void
}

export type PaymentParts = PaymentProps & {
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
  // Where the last try was made: its problem is said there.
  const [byWallet, setByWallet] = useState(false)
  const [isPaying, setIsPaying] = useState(false)
  const [bankAsks, setBankAsks] = useState(false)
  const kept = useRef<Promise<void> | null>(null)
  const finishing = useFinishing(onOrdered, onRestart)
  const isBusy = isPaying || finishing.isBusy

  /** Starts paying, or says what has to be filled in first. */
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

  /** Whether a wallet's sheet may open, said at once: a wallet does not wait. Where not, the form says why. */
  function openWallet(): boolean {
    if (isBusy) return false
    const found = findConsentError()
    mark(found, true)
    return Object.keys(found).length === 0
  }

  /**
   * Pays with what a wallet's sheet was given, on the way that a card takes.
   * @param walletEmail for who left ours empty
   * @returns null when it is paid or under way, else the sentence that says why not
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
    setErrors(({ consent: _, ...others }) => others)
    // Where it fails, paying tries again and says so.
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
    // Before the bank may take the buyer to a page of its own.
    keepPayment({ started, email: payer })
    try {
      await keepTerms()
      const result = await payWith(payer)
      await settle(result, payer)
      return 'message' in result ? result.message : null
    } catch (error) {
      const sentence = paymentErrorSentence(error)
      fail(checkout.paymentError, sentence)
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
