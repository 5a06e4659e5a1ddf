import type { FormEvent, ReactNode } from 'react'
import { messages } from '../../domain/messages.ts'
import { formatCents } from '../../domain/money.ts'
import { renewalTerms } from '../../domain/renewal-terms.ts'
import { useShop } from '../shop/use-shop.ts'
import { SlowNote } from '../ui/busy-button.tsx'
import { useHeldFocus } from '../ui/dialog.tsx'
import { EmailSuggestion } from '../ui/email-suggestion.tsx'
import { Icon } from '../ui/icons.tsx'
import { Agree, emailInput, TextField } from '../ui/text-field.tsx'
import { SafeLine } from './safe-line.tsx'
import type { StartedCheckout } from './start-payment.ts'
import { UnfinishedOrder } from './unfinished-order.tsx'
import type { usePayment } from './use-payment.ts'

type PaymentFormProps = {
  started: StartedCheckout
  payment: ReturnType<typeof usePayment>
  /** the provider's fields aren't ready yet */
  isWaiting?: boolean
  /** the wallet buttons; they come first, below the terms */
  wallets?: ReactNode
  /** it isn't known yet whether there are wallets; the form waits for that, so that nothing moves */
  isSettling?: boolean
  /** the card fields */
  children: ReactNode
}

/**
 * Wallets if available, email, card, consent if anything renews, and Pay (spec §4); after payment, whatever is left to
 * do.
 */
export function PaymentForm(props: PaymentFormProps) {
  const { started, payment, isWaiting = false, wallets, isSettling = false, children } = props
  const { holder: form, button } = useHeldFocus<HTMLFormElement>(payment.isBusy)
  if (payment.unfinished) {
    return (
      <UnfinishedOrder
        unfinished={payment.unfinished}
        isTrying={payment.isBusy}
        onTryAgain={payment.tryAgain}
      />
    )
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isWaiting) payment.pay()
  }

  const problem = payment.problem && (
    <p className="alert bad" role="alert">
      <Icon name="alert" />
      <span>
        {payment.problem.reason} <span className="quiet">{payment.problem.next}</span>
      </span>
    </p>
  )

  function consent() {
    return (
      <RenewalConsent
        started={started}
        checked={payment.consent}
        onChange={payment.agree}
        error={payment.errors.consent}
      />
    )
  }

  return (
    <form
      className={isSettling ? 'pay-form is-settling' : 'pay-form'}
      ref={form}
      tabIndex={-1}
      aria-labelledby="payment-title"
      noValidate
      onSubmit={onSubmit}
    >
      {wallets && (
        <div className="pay-wallets">
          {consent()}
          {wallets}
          {payment.byWallet && problem}
          <p className="or">or pay by card</p>
        </div>
      )}
      <TextField
        label="Email"
        {...emailInput}
        hint="The receipt goes here."
        value={payment.email}
        onChange={payment.setEmail}
        error={payment.errors.email}
        note={<EmailSuggestion email={payment.email} onTake={payment.setEmail} />}
      />
      {children}
      {!wallets && consent()}
      <div className="pay-go">
        {!(wallets && payment.byWallet) && problem}
        <button
          ref={button}
          className="btn btn-1 btn-wide num btn-pay"
          type="submit"
          disabled={payment.isBusy || isWaiting}
        >
          {payment.isBusy ? messages.checkout.processing : payLabel(started.taxInfo.total)}
        </button>
      </div>
      <SlowNote isBusy={payment.isBusy}>
        This is taking a while. Please stay on this page: your cart is safe, and you won’t be charged twice.
      </SlowNote>
      <SlowNote isBusy={isWaiting}>
        The card form is taking a while. You haven’t been charged, and your cart is safe.
      </SlowNote>
      <SafeLine />
    </form>
  )
}

/** The button's label: if nothing is due, it saves the card for later. */
function payLabel(totalCents: number): string {
  return totalCents === 0 ? 'Pay nothing today and save my card' : `Pay ${formatCents(totalCents)}`
}

type CardProblemProps = {
  children: ReactNode
  onTryAgain?: () => void
}

/** Replaces a card form that can't be shown: why, and what to do. */
export function CardProblem({ children, onTryAgain }: CardProblemProps) {
  return (
    <div className="pay-form">
      <p className="alert bad" role="alert">
        <Icon name="alert" />
        <span>{children}</span>
      </p>
      {onTryAgain && (
        <button className="btn btn-1 btn-wide" type="button" onClick={onTryAgain}>
          Try again
        </button>
      )}
    </div>
  )
}

/** Shown while the form loads. */
export function CardWait() {
  return (
    <div className="card-wait" role="status">
      <span className="spinner" aria-hidden="true" />
      Loading the card form...
      <SlowNote isBusy>This is taking a while. You haven’t been charged, and your cart is safe.</SlowNote>
    </div>
  )
}

type RenewalConsentProps = {
  started: StartedCheckout
  checked: boolean
  onChange: (checked: boolean) => void
  error: string | undefined
}

/**
 * If anything renews: how much, how often, when next and how to cancel, next to the pay button, with its own unticked
 * box (club-rules.md "Renewal law").
 */
function RenewalConsent({ started, checked, onChange, error }: RenewalConsentProps) {
  const { supportEmail, calendar, plans, taxedStates } = useShop()
  const terms = renewalTerms({
    cart: started.cart,
    renewalDiscounts: started.promotion?.renewalDiscounts ?? [],
    today: started.startedOn,
    supportEmail,
    calendar,
    plans,
    taxedStates,
  })
  if (terms.length === 0) return null
  return (
    <Agree isChecked={checked} onChange={onChange} error={error}>
      {terms.map(({ text, bold }) => (bold ? <b key={bold}>{text}</b> : text))}
    </Agree>
  )
}
