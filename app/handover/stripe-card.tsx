import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { useState } from 'react'
import { confirmStripePayment } from '../checkout/confirm-stripe-payment.ts'
import { CardProblem } from '../checkout/payment-form.tsx'
import { paymentOptions } from '../checkout/stripe-form.tsx'
import { useShop } from '../shop/use-shop.ts'
import { ShopElements } from '../stripe/shop-elements.tsx'
import { CardSheet, type CardStepProps } from './card-sheet.tsx'

/** Stripe's fields for a card that is charged later. */
export function StripeCard({ stripe, ...props }: CardStepProps & { stripe: Stripe }) {
  const clientSecret = props.view.card?.clientSecret ?? ''
  return (
    <ShopElements stripe={stripe} clientSecret={clientSecret}>
      <Fields {...props} clientSecret={clientSecret} />
    </ShopElements>
  )
}

function Fields({ clientSecret, ...props }: CardStepProps & { clientSecret: string }) {
  const { name } = useShop()
  const stripe = useStripe()
  const elements = useElements()
  const [isReady, setReady] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [options] = useState(() => paymentOptions(name, [], false))
  if (problem)
    return (
      <CardProblem onTryAgain={() => window.location.reload()}>
        We couldn’t show the card form: {problem} You haven’t been charged. Please try again.
      </CardProblem>
    )
  return (
    <CardSheet
      {...props}
      isWaiting={!isReady}
      confirm={() => {
        if (!stripe || !elements) throw new Error('The card form isn’t ready yet. Please try again.')
        const { pathname: returnTo } = window.location
        return confirmStripePayment({ stripe, elements, clientSecret, email: props.view.toEmail, returnTo })
      }}
    >
      <PaymentElement
        options={options}
        onReady={() => setReady(true)}
        onLoadError={({ error }) => setProblem(error.message ?? 'it didn’t answer.')}
      />
    </CardSheet>
  )
}
