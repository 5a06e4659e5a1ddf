import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripePaymentElementOptions } from '@stripe/stripe-js'
import { useMemo, useState } from 'react'
import type { CartItem } from '../../domain/cart.ts'
import { useShop } from '../shop/use-shop.ts'
import { ShopElements } from '../stripe/shop-elements.tsx'
import { confirmStripePayment, lookUpStripePayment } from './confirm-stripe-payment.ts'
import { CardProblem, CardWait, PaymentForm } from './payment-form.tsx'
import { StripeWallets } from './stripe-wallets.tsx'
import { type PaymentProps, usePayment } from './use-payment.ts'

/** The payment form with Stripe's fields. */
export function StripeForm({ stripe, ...props }: PaymentProps & { stripe: Stripe }) {
  return (
    <ShopElements stripe={stripe} clientSecret={props.started.clientSecret}>
      <CardForm {...props} />
    </ShopElements>
  )
}

function CardForm(props: PaymentProps) {
  const { started, onRestart } = props
  const { name, stripe: view } = useShop()
  const stripe = useStripe()
  const elements = useElements()
  const [isReady, setIsReady] = useState(false)
  const [loadProblem, setLoadProblem] = useState<string | null>(null)
  const [wallets, setWallets] = useState<'asked' | 'shown' | 'none'>('asked')
  const options = useMemo(
    () => paymentOptions(name, started.cart, wallets === 'shown'),
    [name, started.cart, wallets],
  )
  const payment = usePayment({
    ...props,
    confirm: (email) => {
      if (!stripe || !elements) throw new Error('The card form isn’t ready yet. Please try again.')
      return confirmStripePayment({ stripe, elements, clientSecret: started.clientSecret, email })
    },
    lookUp: async () => lookUpStripePayment(stripe!, started.clientSecret),
  })
  // The fields also fail to load for a payment that is already made or under way, which isn't an error.
  async function onLoadError(message: string) {
    const known = stripe && (await lookUpStripePayment(stripe, started.clientSecret).catch(() => null))
    if (known?.outcome === 'succeeded' || known?.outcome === 'processing') await payment.settle(known)
    else setLoadProblem(message)
  }

  if (loadProblem) {
    return (
      <CardProblem onTryAgain={() => onRestart('')}>
        We couldn’t show the card form: {loadProblem} You haven’t been charged, and your cart is safe. Please
        try again.
      </CardProblem>
    )
  }
  return (
    <div className="pay-slot">
      {wallets === 'asked' && <CardWait />}
      <PaymentForm
        started={started}
        payment={payment}
        isWaiting={!isReady}
        isSettling={wallets === 'asked'}
        wallets={
          wallets !== 'none' && (
            <StripeWallets
              started={started}
              payment={payment}
              onKnown={(has) =>
                setWallets((before) => (before !== 'asked' ? before : has ? 'shown' : 'none'))
              }
            />
          )
        }
      >
        <PaymentElement
          options={options}
          onReady={() => setIsReady(true)}
          onLoadError={({ error }) => onLoadError(error.message ?? 'it didn’t answer.')}
        />
        {view?.mode === 'test' && (
          <p className="note num">Test payments: no money moves. 4242 4242 4242 4242 pays.</p>
        )}
      </PaymentForm>
    </div>
  )
}

/**
 * Wallets before the card (spec §2): above the form if `areWalletsAbove`, and then not repeated here. Our own field
 * has the email, and the ZIP code is known for a buyer's own address.
 */
export function paymentOptions(
  shopName: string,
  cart: CartItem[],
  areWalletsAbove: boolean,
): StripePaymentElementOptions {
  const own = cart.find((item) => item.recipientType === 'self')?.shippingDetails
  return {
    paymentMethodOrder: ['apple_pay', 'google_pay', 'card'],
    business: { name: shopName },
    fields: { billingDetails: { email: 'never' } },
    wallets: areWalletsAbove
      ? { applePay: 'never', googlePay: 'never' }
      : { applePay: 'auto', googlePay: 'auto' },
    ...(own
      ? { defaultValues: { billingDetails: { address: { country: 'US', postal_code: own.zipCode } } } }
      : {}),
  }
}
