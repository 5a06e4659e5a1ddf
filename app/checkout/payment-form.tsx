import type { FormEvent, ReactNode } from 'react'
import { messages } from '../../domain/messages.ts'
import { formatCents } from '../../domain/money.ts'
import { Icon } from '../ui/icons.tsx'
import { SlowNote } from '../ui/slow-note.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useHeldFocus } from '../ui/use-held-focus.ts'
import { RenewalConsent } from './renewal-consent.tsx'
import { SafeLine } from './safe-line.tsx'
import type { StartedCheckout } from './start-payment.ts'
import { UnfinishedOrder } from './unfinished-order.tsx'
import type { usePayment } from './use-payment.ts'

type PaymentFormProps = {
  started: StartedCheckout
  payment: ReturnType<typeof usePayment>
  /** the provider's fields are not there yet */
  isWaiting?: boolean
  /** the fields for the card */
  children: ReactNode
}

/** Email, card, consent where something renews, and Pay (spec §4); after paying, what is left to do. */
export function PaymentForm({ started, payment, isWaiting = false, children }: PaymentFormProps) {
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
    if (isWaiting || payment.pay()) return
    // After React has marked the fields: the first wrong one gets the focus.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }

  return (
    <form
      className="pay-form"
      ref={form}
      tabIndex={-1}
      aria-labelledby="payment-title"
      noValidate
      onSubmit={onSubmit}
    >
      <TextField
        label="Email"
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        hint="The receipt goes here."
        value={payment.email}
        onChange={payment.setEmail}
        error={payment.errors.email}
      />
      {children}
      <RenewalConsent
        started={started}
        checked={payment.consent}
        onChange={payment.agree}
        error={payment.errors.consent}
      />
      {payment.problem && (
        <p className="alert bad" role="alert">
          <Icon name="alert" />
          {payment.problem}
        </p>
      )}
      <button
        ref={button}
        className="btn btn-1 btn-wide num btn-pay"
        type="submit"
        disabled={payment.isBusy || isWaiting}
      >
        {payment.isBusy ? messages.checkout.processing : `Pay ${formatCents(started.taxInfo.total)}`}
      </button>
      <SlowNote isBusy={payment.isBusy}>
        This takes longer than usual. Please stay on this page: nothing is lost, and nothing is paid twice.
      </SlowNote>
      <SlowNote isBusy={isWaiting}>
        The card form takes longer than usual. Nothing is charged, and your cart is kept.
      </SlowNote>
      <SafeLine />
    </form>
  )
}
