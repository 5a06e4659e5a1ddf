import { useEffect, useRef } from 'react'
import { useShop } from '../shop/use-shop.ts'
import './checkout.css'
import type { StripeView } from '../shop/context.ts'
import { choosePublishableKey, loadStripe, noKeySentence, useLoaded } from '../stripe/load-stripe.ts'
import { DemoPayment } from './demo-payment.tsx'
import { CardProblem, CardWait } from './payment-form.tsx'
import type { PaymentProps } from './use-payment.ts'

type StripePaymentProps = PaymentProps & { stripe: StripeView }

/** Pays through Stripe, whose script loads only with the payment form. */
function StripePayment({ stripe, ...props }: StripePaymentProps) {
  const { supportEmail } = useShop()
  const key = choosePublishableKey(stripe, window.location.hostname)
  if (!key) return <CardProblem>{noKeySentence(window.location.hostname, supportEmail)}</CardProblem>
  return <LoadedPayment {...props} publishableKey={key} />
}

const loadForm = async (key: string) => {
  const [stripe, { StripeForm }] = await Promise.all([loadStripe(key), import('./stripe-form.tsx')])
  return { stripe, StripeForm }
}

function LoadedPayment({ publishableKey, ...props }: PaymentProps & { publishableKey: string }) {
  const loaded = useLoaded(loadForm, publishableKey)
  if (loaded.state === 'loading') return <CardWait />
  if (loaded.state === 'failed') {
    return (
      <CardProblem onTryAgain={loaded.retry}>
        We couldn’t load the card form from js.stripe.com. Check your connection, or allow that address if a
        blocker’s in the way, and try again. You haven’t been charged, and your cart is safe.
      </CardProblem>
    )
  }
  const { stripe, StripeForm } = loaded.value
  return <StripeForm {...props} stripe={stripe} />
}

/** During payment, navigation and newsletter are toned down (checkout.css). */
function useQuietPage() {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.paying = ''
    return () => {
      delete dataset.paying
    }
  }, [])
}

/** The payment form (spec §4) of the shop's provider. */
export function PaymentPanel(props: PaymentProps) {
  useQuietPage()
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
