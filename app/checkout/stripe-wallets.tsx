import { ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type {
  AvailablePaymentMethods,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js'
import { Component, type ReactNode, useEffect, useEffectEvent, useMemo } from 'react'
import { type CartItem, hasRenewal } from '../../domain/cart.ts'
import { isPurchaserEmail } from '../../domain/checkout.ts'
import { useShop } from '../shop/use-shop.ts'
import { confirmStripePayment } from './confirm-stripe-payment.ts'
import type { StartedCheckout } from './start-payment.ts'
import type { usePayment } from './use-payment.ts'
import { sheetLines, sheetRenewal } from './wallet-sheet.ts'

/** How long, in milliseconds, to wait for the provider to report wallets; then the card form is shown without. */
const patience = 4000

type StripeWalletsProps = {
  started: StartedCheckout
  payment: ReturnType<typeof usePayment>
  /** whether this device has a usable wallet; only the first answer counts */
  onKnown: (hasWallet: boolean) => void
}

/**
 * The wallets' own buttons (spec §2: the phone maker's, then the search provider's). One tap: payer, recipient and
 * consent are already known, so the sheet asks only for the payment.
 */
export function StripeWallets({ started, payment, onKnown }: StripeWalletsProps) {
  const shop = useShop()
  const stripe = useStripe()
  const elements = useElements()
  const { cart, clientSecret } = started
  const needsEmail = !isPurchaserEmail(payment.email)
  const options = useMemo(() => walletOptions(shop.name, cart, needsEmail), [shop.name, cart, needsEmail])
  const giveUp = useEffectEvent(() => onKnown(false))
  useEffect(() => {
    const timer = setTimeout(giveUp, patience)
    return () => clearTimeout(timer)
  }, [])

  function onClick({ resolve, reject }: StripeExpressCheckoutElementClickEvent) {
    if (!payment.openWallet()) return reject()
    const renewal = sheetRenewal(started, shop, window.location.origin)
    resolve({
      lineItems: sheetLines(started, shop.plans),
      ...(renewal ? { applePay: { recurringPaymentRequest: renewal } } : {}),
    })
  }

  async function onConfirm({ billingDetails, paymentFailed }: StripeExpressCheckoutElementConfirmEvent) {
    if (!stripe || !elements) return paymentFailed({ reason: 'fail' })
    const problem = await payment.payByWallet(billingDetails?.email, (email) =>
      confirmStripePayment({ stripe, elements, clientSecret, email }),
    )
    if (problem) paymentFailed({ reason: 'fail', message: problem })
  }

  return (
    <NoWallet onBroken={() => onKnown(false)}>
      <ExpressCheckoutElement
        options={options}
        onReady={({ availablePaymentMethods }) => onKnown(hasWallet(availablePaymentMethods))}
        onLoadError={() => onKnown(false)}
        onClick={onClick}
        onConfirm={onConfirm}
      />
    </NoWallet>
  )
}

function hasWallet(available: AvailablePaymentMethods | undefined): boolean {
  return Boolean(available?.applePay || available?.googlePay)
}

/** What wallets are asked for: never an address, which the cart has, and an email only if ours is missing. */
export function walletOptions(
  shopName: string,
  cart: CartItem[],
  needsEmail: boolean,
): StripeExpressCheckoutElementOptions {
  const verb = hasRenewal(cart) ? 'subscribe' : 'buy'
  return {
    paymentMethods: {
      applePay: 'auto',
      googlePay: 'auto',
      link: 'never',
      amazonPay: 'never',
      paypal: 'never',
      klarna: 'never',
    },
    paymentMethodOrder: ['apple_pay', 'google_pay'],
    business: { name: shopName },
    buttonType: { applePay: verb, googlePay: verb },
    buttonHeight: 52,
    layout: { maxColumns: 2, maxRows: 1, overflow: 'never' },
    emailRequired: needsEmail,
    phoneNumberRequired: false,
    shippingAddressRequired: false,
    billingAddressRequired: false,
  }
}

/** An error in the wallets must not take the card form down. */
class NoWallet extends Component<{ onBroken: () => void; children: ReactNode }> {
  state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch(error: unknown) {
    console.error('The wallets could not be drawn.', error)
    this.props.onBroken()
  }

  override render() {
    return this.state.isBroken ? null : this.props.children
  }
}
