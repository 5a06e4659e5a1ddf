import { type FormEvent, useEffect, useRef } from 'react'
import { messages } from '../../domain/messages.ts'
import { formatCents } from '../../domain/money.ts'
import { useShop } from '../layout/use-shop.ts'
import { Icon } from '../ui/icons.tsx'
import { TextField } from '../ui/text-field.tsx'
import { BankDialog } from './bank-dialog.tsx'
import './checkout.css'
import { DemoCardForm } from './demo-card-form.tsx'
import type { NewOrder } from './last-order.ts'
import { RenewalConsent } from './renewal-consent.tsx'
import type { StartedCheckout } from './start-payment.ts'
import { UnfinishedOrder } from './unfinished-order.tsx'
import { usePayment } from './use-payment.ts'

type PaymentPanelProps = { started: StartedCheckout; onOrdered: (order: NewOrder) => void }

/** The payment form (spec §4): email, card, consent where something renews, and Pay. */
export function PaymentPanel({ started, onOrdered }: PaymentPanelProps) {
  const { supportEmail } = useShop()
  const payment = usePayment(started, onOrdered)
  const form = useRef<HTMLFormElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const total = formatCents(started.taxInfo.total)

  useEffect(() => title.current?.focus(), [])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (payment.pay()) return
    // After React has marked the fields: the first wrong one gets the focus.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }

  return (
    <section className="pay sheet" aria-labelledby="payment-title">
      <h2 id="payment-title" ref={title} tabIndex={-1}>
        Payment
      </h2>
      {payment.unfinished ? (
        <UnfinishedOrder
          paymentIntentId={payment.unfinished}
          supportEmail={supportEmail}
          isTrying={payment.isBusy}
          onTryAgain={payment.orderAgain}
        />
      ) : (
        <form className="pay-form" ref={form} noValidate onSubmit={onSubmit}>
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
          <DemoCardForm values={payment.card} onChange={payment.setCard} errors={payment.errors} />
          <RenewalConsent
            cart={started.cart}
            checked={payment.consent}
            onChange={payment.setConsent}
            error={payment.errors.consent}
          />
          {payment.problem && (
            <p className="alert bad" role="alert">
              <Icon name="alert" />
              {payment.problem}
            </p>
          )}
          <button className="btn btn-1 btn-wide num btn-pay" type="submit" disabled={payment.isBusy}>
            {payment.isBusy ? messages.checkout.processing : `Pay ${total}`}
          </button>
          <p className="safe">
            <Icon name="lock" />
            Card data goes to the payment provider, never to us.
          </p>
        </form>
      )}
      <BankDialog open={payment.bankAsks} amount={total} onAnswer={payment.answerBank} />
    </section>
  )
}
