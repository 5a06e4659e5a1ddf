import { useId, useRef, useState } from 'react'
import { messages } from '../../domain/messages.ts'
import { formatCents } from '../../domain/money.ts'
import { ApiError, callApi } from '../browser/call-api.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import {
  type CardErrors,
  type CardValues,
  cardErrors,
  formatCardNumber,
  formatExpiration,
} from './card-values.ts'
import { DemoWallet } from './demo-wallet.tsx'
import { PaymentForm } from './payment-form.tsx'
import type { Confirmation } from './start-payment.ts'
import { type BankAnswer, type PaymentProps, usePayment } from './use-payment.ts'

const emptyCard: CardValues = { number: '', expiration: '', securityCode: '' }

/** Pays through the demo provider, with our own card form. */
export function DemoPayment(props: PaymentProps) {
  const { started } = props
  const [card, setCard] = useState(emptyCard)
  // The card the bank is asked about: from the form or the wallet.
  const asked = useRef(card)
  const { clientSecret } = started
  function confirmWith(values: CardValues, email: string, answer?: BankAnswer) {
    asked.current = values
    return confirmDemoPayment({
      clientSecret,
      email,
      card: values,
      ...(answer ? { authentication: answer } : {}),
    })
  }
  const payment = usePayment({
    ...props,
    findCardErrors: () => cardErrors(card),
    confirm: (email, answer) => confirmWith(answer ? asked.current : card, email, answer),
  })
  const payWith = (values: CardValues) =>
    void payment.payByWallet(undefined, (email) => confirmWith(values, email))
  return (
    <>
      <PaymentForm
        started={started}
        payment={payment}
        wallets={<DemoWallet started={started} payment={payment} onConfirm={payWith} />}
      >
        <DemoCardForm values={card} onChange={setCard} errors={payment.errors} />
      </PaymentForm>
      <BankDialog
        open={payment.bankAsks}
        amount={formatCents(started.taxInfo.total)}
        onAnswer={payment.answerBank}
      />
    </>
  )
}

type BankDialogProps = {
  open: boolean
  /** the amount due, formatted */
  amount: string
  onAnswer: (answer: BankAnswer) => void
}

/** The demo bank's authentication. Closing it declines. */
export function BankDialog({ open, amount, onAnswer }: BankDialogProps) {
  const title = useId()
  return (
    <Dialog open={open} onClose={() => onAnswer('failed')} labelledBy={title} className="bank-dialog">
      <div className="bank">
        <h2 id={title}>Your bank asks</h2>
        <p className="quiet">Pay {amount}? In the demo, this stands in for the message on your phone.</p>
        <div className="bank-acts">
          <button className="btn btn-1" type="button" onClick={() => onAnswer('completed')}>
            Confirm
          </button>
          <button className="btn btn-2" type="button" onClick={() => onAnswer('failed')}>
            Decline
          </button>
        </div>
      </div>
    </Dialog>
  )
}

type ConfirmDemoPaymentDemoPayment = {
  clientSecret: string
  email: string
  card: CardValues
  /** the buyer's answer to the bank, if asked */
  authentication?: BankAnswer
}

/**
 * Pays through the demo provider.
 * @throws ApiError without a reply, or with one that isn't about the card
 */
export async function confirmDemoPayment({
  clientSecret,
  email,
  card,
  authentication,
}: ConfirmDemoPaymentDemoPayment): Promise<Confirmation> {
  try {
    const reply = await callApi('confirmDemoPayment', {
      clientSecret,
      email,
      cardNumber: card.number,
      expiration: card.expiration,
      securityCode: card.securityCode,
      ...(authentication ? { authentication } : {}),
    })
    if (reply.status === 'requires_action') return { outcome: 'asks' }
    const intentId = reply.paymentIntentId
    // The demo's card id is that of its first payment.
    return {
      outcome: 'succeeded',
      paid: { intentId, paymentMethodId: intentId.replace(/^(pi|seti)_/, 'pm_') },
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'card_declined') throw error
    return { outcome: 'failed', message: error.sentence ?? messages.checkout.paymentErrorFallback }
  }
}

type DemoCardFormProps = { values: CardValues; onChange: (values: CardValues) => void; errors: CardErrors }

/** The demo provider's card form. A real provider has its own, and no card number passes through the shop. */
export function DemoCardForm({ values, onChange, errors }: DemoCardFormProps) {
  // An error shown at the last try goes as soon as its field is right.
  const wrong = cardErrors(values)
  return (
    <fieldset className="group card-group">
      <legend className="sr">Card</legend>
      <div className="fields">
        <TextField
          label="Card number"
          width="f6"
          name="card-number"
          inputMode="numeric"
          autoComplete="cc-number"
          placeholder="1234 1234 1234 1234"
          value={values.number}
          onChange={(typed) => onChange({ ...values, number: formatCardNumber(typed) })}
          error={errors.number && wrong.number}
        />
        <TextField
          label="Expiration date"
          width="f3 half"
          name="card-expiration"
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM / YY"
          value={values.expiration}
          onChange={(typed) => onChange({ ...values, expiration: formatExpiration(typed) })}
          error={errors.expiration && wrong.expiration}
        />
        <TextField
          label="Security code"
          width="f3 half"
          name="card-code"
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="CVC"
          value={values.securityCode}
          onChange={(typed) => onChange({ ...values, securityCode: typed.replaceAll(/\D/g, '').slice(0, 4) })}
          error={errors.securityCode && wrong.securityCode}
        />
      </div>
      <p className="note num">
        This is a demo: no money moves. 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0025
        0000 3155 asks the bank. Any future date, any code.
      </p>
    </fieldset>
  )
}
