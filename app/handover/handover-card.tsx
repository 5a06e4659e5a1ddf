import { useState } from 'react'
import { type CardErrors, cardErrors } from '../checkout/card-values.ts'
import { BankDialog, confirmDemoPayment, DemoCardForm } from '../checkout/demo-payment.tsx'
import { CardProblem } from '../checkout/payment-form.tsx'
import type { Confirmation } from '../checkout/start-payment.ts'
import type { StripeView } from '../shop/context.ts'
import { useShop } from '../shop/use-shop.ts'
import { choosePublishableKey, loadStripe, noKeySentence, useLoaded } from '../stripe/load-stripe.ts'
import { CardSheet, type CardStepProps } from './card-sheet.tsx'
import '../checkout/checkout.css'

/** The renewal terms, then the new payer's card, with whichever provider the shop uses. */
export function HandoverCard(props: CardStepProps) {
  const { stripe } = useShop()
  // The terms changed after the card was given, or where the belts go: only the agreement is missing.
  if (props.view.card?.isGiven) return <CardSheet {...props} />
  return stripe ? <StripeStep {...props} stripe={stripe} /> : <DemoStep {...props} />
}

const noCard = { number: '', expiration: '', securityCode: '' }

function DemoStep(props: CardStepProps) {
  const [card, setCard] = useState(noCard)
  const [errors, setErrors] = useState<CardErrors>({})
  const [asked, setAsked] = useState<((answer: 'completed' | 'failed') => void) | null>(null)
  const secret = props.view.card?.clientSecret ?? ''
  async function confirm(): Promise<Confirmation> {
    const found = cardErrors(card)
    setErrors(found)
    if (Object.keys(found).length > 0) return { outcome: 'incomplete', message: 'Check your card.' }
    const payment = { clientSecret: secret, email: props.view.toEmail, card }
    const first = await confirmDemoPayment(payment)
    if (first.outcome !== 'asks') return first
    const authentication = await new Promise<'completed' | 'failed'>((resolve) => setAsked(() => resolve))
    setAsked(null)
    return confirmDemoPayment({ ...payment, authentication })
  }
  return (
    <>
      <CardSheet {...props} confirm={confirm}>
        <DemoCardForm values={card} onChange={setCard} errors={errors} />
      </CardSheet>
      <BankDialog open={asked !== null} amount="nothing today" onAnswer={(answer) => asked?.(answer)} />
    </>
  )
}

const loadCard = async (key: string) => {
  const [stripe, { StripeCard }] = await Promise.all([loadStripe(key), import('./stripe-card.tsx')])
  return { stripe, StripeCard }
}

function StripeStep({ stripe, ...props }: CardStepProps & { stripe: StripeView }) {
  const { supportEmail } = useShop()
  const key = choosePublishableKey(stripe, window.location.hostname)
  if (!key) return <CardProblem>{noKeySentence(window.location.hostname, supportEmail)}</CardProblem>
  return <LoadedStep {...props} publishableKey={key} />
}

function LoadedStep({ publishableKey, ...props }: CardStepProps & { publishableKey: string }) {
  const loaded = useLoaded(loadCard, publishableKey)
  if (loaded.state === 'loading') return <p role="status">Loading the card form…</p>
  if (loaded.state === 'failed') {
    return (
      <CardProblem onTryAgain={loaded.retry}>
        We couldn’t load the card form from js.stripe.com. Check your connection, or allow that address if a
        blocker’s in the way, and try again. You haven’t been charged.
      </CardProblem>
    )
  }
  const { stripe, StripeCard } = loaded.value
  return <StripeCard {...props} stripe={stripe} />
}
