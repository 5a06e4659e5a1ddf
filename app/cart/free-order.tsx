import { type FormEvent, useState } from 'react'
import type { CartItem } from '../../domain/cart.ts'
import { isFreeReference, isPurchaserEmail } from '../../domain/checkout.ts'
import { messages } from '../../domain/messages.ts'
import { formatCents } from '../../domain/money.ts'
import { returnWindow } from '../../domain/term-words.ts'
import { ApiError } from '../browser/call-api.ts'
import type { NewOrder } from '../checkout/last-order.ts'
import type { StartedCheckout } from '../checkout/start-payment.ts'
import { createOrder } from '../checkout/use-finish-order.ts'
import { intentIdOf } from '../checkout/use-order.ts'
import { SlowNote } from '../ui/busy-button.tsx'
import { useHeldFocus } from '../ui/dialog.tsx'
import { EmailSuggestion } from '../ui/email-suggestion.tsx'
import { Icon } from '../ui/icons.tsx'
import { emailInput, TextField } from '../ui/text-field.tsx'
import { showToast } from '../ui/toast-store.ts'
import type { CartPromotion } from './use-promotion.ts'
import '../checkout/checkout.css'
import { focusFirstInvalid } from '../ui/use-refusal.ts'
import { useStartPayment } from './use-start-payment.ts'

const { checkout } = messages

type FreeOrderProps = {
  cart: CartItem[]
  promotion: CartPromotion
  /** called if something is due after all, with the payment to make */
  onStarted: (started: StartedCheckout) => void
  onOrdered: (order: NewOrder) => void
}

/**
 * A cart that costs nothing, now or later: an email address and one button that places the order. Pressing it again, here
 * or in another tab, gives the same order (decision 085).
 */
export function FreeOrder({ cart, promotion, onStarted, onOrdered }: FreeOrderProps) {
  const [email, setEmail] = useState(cart[0]?.shippingDetails?.email ?? '')
  const [emailError, setEmailError] = useState<string | undefined>()
  const [isPlacing, setIsPlacing] = useState(false)
  const starting = useStartPayment({ cart, promotion, formerProblem: null, onOrdered })
  const isBusy = isPlacing || starting.isStarting
  const { holder, button } = useHeldFocus<HTMLFormElement>(isBusy)

  function type(typed: string) {
    setEmail(typed)
    setEmailError(undefined)
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const wrong = isPurchaserEmail(email) ? undefined : checkout.emailRequiredDetail
    focusFirstInvalid(holder.current, () => setEmailError(wrong))
    if (!wrong) return void place()
    showToast({ title: checkout.emailRequired, description: wrong, destructive: true })
  }

  async function place() {
    const started = await starting.start()
    if (!started) return
    if (!isFreeReference(started.clientSecret)) return onStarted(started)
    setIsPlacing(true)
    try {
      const paid = { intentId: intentIdOf(started.clientSecret), paymentMethodId: null }
      onOrdered(await createOrder(started, email, paid))
    } catch (error) {
      const sentence = (error instanceof ApiError && error.sentence) || notPlaced
      showToast({ title: checkout.checkoutError, description: sentence, destructive: true })
      if (error instanceof ApiError && error.code === 'promotion_refused') promotion.refuse(sentence)
      else starting.setProblem(sentence)
    }
    setIsPlacing(false)
  }

  return (
    <section className="pay sheet" aria-labelledby="free-title">
      <h2 id="free-title">Place your order</h2>
      <ul className="pay-notes">
        <li>Nothing to pay, now or later. You don’t need a card.</li>
        <li>A gift never renews.</li>
        <li>Exchanges are free within {returnWindow} of delivery.</li>
      </ul>
      <form className="pay-form" ref={holder} tabIndex={-1} noValidate onSubmit={onSubmit}>
        <TextField
          label="Email"
          {...emailInput}
          hint="Your confirmation goes here."
          value={email}
          onChange={type}
          error={emailError}
          note={<EmailSuggestion email={email} onTake={type} />}
        />
        {starting.problem && (
          <p className="alert bad" role="alert">
            <Icon name="alert" />
            {starting.problem}
          </p>
        )}
        <div className="pay-go" data-total={formatCents(0)}>
          <button ref={button} className="btn btn-1 btn-wide" type="submit" disabled={isBusy}>
            {isBusy ? 'One moment...' : 'Place my order'}
          </button>
        </div>
        <SlowNote isBusy={isBusy}>
          This is taking a while. Your cart is safe, and we won’t place your order twice.
        </SlowNote>
      </form>
    </section>
  )
}

const notPlaced =
  'We couldn’t place your order just now. Nothing was charged, and your cart is safe. Try again: we won’t place it twice.'
