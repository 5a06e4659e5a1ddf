import { useState } from 'react'
import { useParams } from 'react-router'
import { type HandoverView, handoverContracts } from '../../domain/account/handover-contracts.ts'
import { styles } from '../../domain/belt.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { dropTitle } from '../../domain/drop.ts'
import { sendCall } from '../browser/call-api.ts'
import { type CardErrors, cardErrors } from '../checkout/card-values.ts'
import { BankDialog, confirmDemoPayment, DemoCardForm } from '../checkout/demo-payment.tsx'
import { CardProblem } from '../checkout/payment-form.tsx'
import type { Confirmation } from '../checkout/start-payment.ts'
import { GiftFrame, LinkUnread, useMailedLink } from '../gift/gift-frame.tsx'
import { AddressFields, WearerForm } from '../gift/wearer-form.tsx'
import type { StripeView } from '../shop/context.ts'
import { useShop, useToday } from '../shop/use-shop.ts'
import { choosePublishableKey, loadStripe, noKeySentence, useLoaded } from '../stripe/load-stripe.ts'
import { CardSheet, type CardStepProps } from './card-sheet.tsx'
import '../checkout/checkout.css'

/**
 * The page for taking over a membership (docs/decisions/089). The server renders the same page for every link; the
 * browser asks whose it is, with the token from its URL.
 */
export default function HandoverPage() {
  const { token = '' } = useParams()
  const link = useMailedLink(handoverContracts.openHandover, token)
  return (
    <GiftFrame>
      {link.view ? (
        <Handover view={link.view} token={token} onChange={link.setView} />
      ) : (
        <LinkUnread {...link} title="Your belts">
          <p className="lead">
            It’s too old, it was taken back, or part of it got cut off. Ask whoever wanted to hand you their
            belts, and we’ll send you a new one.
          </p>
        </LinkUnread>
      )}
    </GiftFrame>
  )
}

type HandoverProps = { view: HandoverView; token: string; onChange: (view: HandoverView) => void }

function Handover({ view, token, onChange }: HandoverProps) {
  const today = useToday()
  const [isChanging, setChanging] = useState(false)
  // The answer replaces the form, so it gets the focus, but not when the link is opened again later.
  const [wasDone] = useState(view.step === 'done')
  if (view.step === 'done') {
    return (
      <div className="narrow gift-alone">
        <h1 tabIndex={-1} ref={(title) => (wasDone ? undefined : title?.focus())}>
          It’s yours, {view.toName}
        </h1>
        <p className="lead">
          {view.nextDrop ? `Your first belt comes in ${dropTitle(view.nextDrop)}. ` : ''}We’ve emailed you a
          confirmation, and you can change anything on your page.
        </p>
        <p>
          <a className="btn btn-1" href="/account">
            Go to my page
          </a>
        </p>
      </div>
    )
  }
  const isCard = view.step === 'card' && !isChanging
  return (
    <div className="gift-split">
      <div className="gift-from">
        <h1>
          {view.fromName ? `${view.fromName} wants you to have their belts` : 'These belts could be yours'}
        </h1>
        <p className="lead">{beltsLine(view)}</p>
        <ul className="handover-facts">
          {view.planName ? (
            <>
              <li>You’ll give your own card. Nothing’s charged today.</li>
              <li>You’ll see the price and the first charge date before you agree.</li>
              <li>Cancel anytime on your page.</li>
            </>
          ) : (
            <li>Tell us your size, your style and where to send them. That’s all we need.</li>
          )}
          <li>The link works through {formatDay(view.until, today)}. Don’t want it? Just leave this page.</li>
        </ul>
      </div>
      {isCard ? (
        <HandoverCard view={view} token={token} onChange={onChange} onBack={() => setChanging(true)} />
      ) : (
        <HandoverForm
          view={view}
          token={token}
          isHeir={isChanging}
          onSaved={(next) => {
            setChanging(false)
            onChange(next)
          }}
        />
      )}
    </div>
  )
}

function beltsLine({ belts, nextDrop, planName }: HandoverView): string {
  if (belts === 0) return planName ? `A new leather belt with the ${planName} plan.` : 'A new leather belt.'
  const month = nextDrop ? dropTitle(nextDrop) : null
  const yours =
    belts === 1
      ? `One belt${month ? `, ${month}’s,` : ''} is already paid for.`
      : `${belts} belts are already paid for${month ? `, starting in ${month}` : ''}.`
  return planName ? `${yours} After that, the ${planName} plan continues on your card.` : yours
}

type HandoverFormProps = {
  view: HandoverView
  token: string
  /** it replaces what had the focus */
  isHeir: boolean
  onSaved: (view: HandoverView) => void
}

const nowhere = { fullName: '', address: '', address2: '', city: '', state: '', zipCode: '' }

/** The new member's size, styles and address. */
function HandoverForm({ view, token, isHeir, onSaved }: HandoverFormProps) {
  const { chosen, gender } = view
  return (
    <WearerForm
      gender={gender}
      start={{
        styles: styles.filter((each) => chosen?.styles.includes(each)),
        size: chosen?.size ?? '',
        measured: chosen?.measured ?? null,
        isConfirmed: chosen !== null,
        address: chosen?.address ?? { ...nowhere, fullName: view.toName },
      }}
      isHeir={isHeir}
      addressFields={(fields) => (
        <fieldset className="group">
          <legend>Where do we send your belts?</legend>
          <AddressFields {...fields} />
        </fieldset>
      )}
      onSend={async (chosen) =>
        onSaved(await sendCall(handoverContracts.chooseForHandover, { token, ...chosen }))
      }
      end={(isBusy) => (
        <button className="btn btn-1" type="submit" aria-disabled={isBusy || undefined}>
          {view.planName ? 'Continue to your card' : 'Send me belts'}
        </button>
      )}
    />
  )
}

/** The renewal terms, then the new payer's card, with whichever provider the shop uses. */
function HandoverCard(props: CardStepProps) {
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
