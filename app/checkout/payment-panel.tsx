import { useEffect, useRef } from 'react'
import { useShop } from '../layout/use-shop.ts'
import './checkout.css'
import { DemoPayment } from './demo-payment.tsx'
import type { NewOrder } from './last-order.ts'
import type { StartedCheckout } from './start-payment.ts'
import { StripePayment } from './stripe-payment.tsx'

export type PaymentPanelProps = {
  started: StartedCheckout
  onOrdered: (order: NewOrder) => void
  /** this payment is over unpaid, for the reason said; begin another */
  onRestart: (problem: string) => void
}

/** The payment form (spec §4), of the provider that the shop is run with. */
export function PaymentPanel(props: PaymentPanelProps) {
  const { stripe } = useShop()
  const title = useRef<HTMLHeadingElement>(null)

  useEffect(() => title.current?.focus(), [])

  return (
    <section className="pay sheet" aria-labelledby="payment-title">
      <h2 id="payment-title" ref={title} tabIndex={-1}>
        Payment
      </h2>
      {stripe ? <StripePayment {...props} stripe={stripe} /> : <DemoPayment {...props} />}
    </section>
  )
}
