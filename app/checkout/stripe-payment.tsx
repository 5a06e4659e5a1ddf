import type { StripeView } from '../context.ts'
import { useShop } from '../layout/use-shop.ts'
import { loadStripe } from '../stripe/load-stripe.ts'
import { choosePublishableKey } from '../stripe/publishable-key.ts'
import { useLoaded } from '../stripe/use-loaded.ts'
import { SlowNote } from '../ui/slow-note.tsx'
import { CardProblem } from './card-problem.tsx'
import { noKeySentence } from './no-key-sentence.ts'
import type { PaymentPanelProps } from './payment-panel.tsx'
import './spinner.css'

type StripePaymentProps = PaymentPanelProps & { stripe: StripeView }

/** Paying at Stripe, whose script comes only now: with the payment form. */
export function StripePayment({ stripe, ...props }: StripePaymentProps) {
  const { supportEmail } = useShop()
  const key = choosePublishableKey(stripe, window.location.hostname)
  if (!key) return <CardProblem>{noKeySentence(window.location.hostname, supportEmail)}</CardProblem>
  return <LoadedPayment {...props} publishableKey={key} />
}

const loadForm = async (key: string) => {
  const [stripe, { StripeForm }] = await Promise.all([loadStripe(key), import('./stripe-form.tsx')])
  return { stripe, StripeForm }
}

function LoadedPayment({ publishableKey, ...props }: PaymentPanelProps & { publishableKey: string }) {
  const loaded = useLoaded(loadForm, publishableKey)
  if (loaded.state === 'loading') return <CardWait />
  if (loaded.state === 'failed') {
    return (
      <CardProblem onTryAgain={loaded.retry}>
        The card form could not be loaded from js.stripe.com. Check your connection, or allow that address if
        a blocker stops it, and try again. Nothing was charged, and your cart is kept.
      </CardProblem>
    )
  }
  const { stripe, StripeForm } = loaded.value
  return <StripeForm {...props} stripe={stripe} />
}

function CardWait() {
  return (
    <div className="card-wait" role="status">
      <span className="spinner" aria-hidden="true" />
      Loading the card form...
      <SlowNote isBusy>It takes longer than usual. Nothing is charged, and your cart is kept.</SlowNote>
    </div>
  )
}
