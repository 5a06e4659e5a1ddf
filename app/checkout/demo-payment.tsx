import { useState } from 'react'
import { formatCents } from '../../domain/money.ts'
import { BankDialog } from './bank-dialog.tsx'
import { type CardValues, cardErrors } from './card-values.ts'
import { confirmDemoPayment } from './confirm-demo-payment.ts'
import { DemoCardForm } from './demo-card-form.tsx'
import { PaymentForm } from './payment-form.tsx'
import type { PaymentPanelProps } from './payment-panel.tsx'
import { usePayment } from './use-payment.ts'

const emptyCard: CardValues = { number: '', expiration: '', securityCode: '' }

/** Paying at the demo provider, whose card form is ours. */
export function DemoPayment({ started, onOrdered, onRestart }: PaymentPanelProps) {
  const [card, setCard] = useState(emptyCard)
  const payment = usePayment({
    started,
    onOrdered,
    onRestart,
    findCardErrors: () => cardErrors(card),
    confirm: (email, answer) =>
      confirmDemoPayment({
        clientSecret: started.clientSecret,
        email,
        card,
        ...(answer ? { authentication: answer } : {}),
      }),
  })
  return (
    <>
      <PaymentForm started={started} payment={payment}>
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
