import { Link } from 'react-router'
import { orderAnswer, refundTime, returnWindow, warrantyKind } from '../../domain/term-words.ts'
import { useShop } from '../shop/use-shop.ts'
import { Icon } from '../ui/icons.tsx'
import './policy-page.css'
import { Suspense, useState } from 'react'
import { hydrateOnInteraction } from '../shop/hydration.ts'
import { TapeLinks } from '../sizing/measure/tape-links.tsx'
import { late } from '../ui/late.tsx'
import { PolicySection } from './policy-section.tsx'

export const handle = hydrateOnInteraction

// Loaded on demand: most visitors only read.
const ReturnForm = late(() => import('./return-form.tsx').then((part) => part.ReturnForm))

/** Starts a return online, with the order number. */
function StartOnline() {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen) {
    return (
      <button className="btn btn-3" type="button" onClick={() => setOpen(true)}>
        Start here instead, with your order number
      </button>
    )
  }
  return (
    <Suspense fallback={<p role="status">One moment …</p>}>
      <ReturnForm />
    </Suspense>
  )
}

const body = `Order number:

Reason for the return or exchange:

Details (for an exchange: the size or style you would like):
`

/** The pre-filled email that starts a return (spec §2 "Returns page"; RFC 6068). */
export function returnMailLink(supportEmail: string): string {
  const subject = encodeURIComponent('Return or Exchange Request')
  // RFC 6068 §5: line breaks in a mailto body are %0D%0A.
  return `mailto:${supportEmail}?subject=${subject}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`
}

const steps = [
  { title: 'Write to us', words: 'Tell us your order number, the reason, and what you’d like instead.' },
  {
    title: 'Send it back',
    words: 'We’ll send you a prepaid label. Put the belt in its packaging and drop it off.',
  },
  {
    title: 'Get your refund or exchange',
    words: `A new belt ships once the return is received. Refund or exchange arrives within ${refundTime}.`,
  },
]

/** Returns and exchanges (spec §1 "Returns policy", §2). */
export default function ReturnsPage() {
  const { supportEmail } = useShop()
  return (
    <div className="wrap page">
      <div className="narrow policy">
        <div className="policy-head">
          <Link className="back" to="/">
            <Icon name="left" />
            Back to homepage
          </Link>
          <h1>Returns and exchanges</h1>
          <p className="lead">
            If a belt isn’t right, send it back free. You have {returnWindow} from delivery.
          </p>
        </div>
        <PolicySection title="Easy returns">
          <p>
            Return any belt within {returnWindow} of delivery, in its original, unworn condition and with its
            packaging. The return label is prepaid, and the full price goes back to the original payment
            method.
          </p>
        </PolicySection>
        <PolicySection title="Simple exchanges">
          <p>Another size or another style is free. The new belt ships once the return is received.</p>
          <p>
            To be sure of the next size, print our measuring tape: <TapeLinks />.
          </p>
        </PolicySection>
        <PolicySection title="How it works">
          <ol className="steps">
            {steps.map(({ title, words }, index) => (
              <li key={title} className={index === 0 ? 'on' : undefined}>
                <div>
                  <h3>{title}</h3>
                  <p className="quiet">{words}</p>
                </div>
              </li>
            ))}
          </ol>
        </PolicySection>
        <PolicySection title="Damaged items">
          <p>
            We’ll replace a damaged or defective belt free. A photo of the damage helps us see what went
            wrong.
          </p>
          <p>
            Every belt has a {warrantyKind} warranty from the day it arrives. If something breaks, tell us on
            your membership page, or start below with your order number. We’ll answer within {orderAnswer} and
            repair it, replace it or refund it.
          </p>
        </PolicySection>
        <PolicySection title="Gift returns">
          <p>
            Gifts get the same {returnWindow}. We’ll refund the purchaser or give the recipient store credit,
            whichever you two prefer.
          </p>
        </PolicySection>
        <p>
          <a className="btn btn-1" href={returnMailLink(supportEmail)}>
            Start Return/Exchange
          </a>
        </p>
        <StartOnline />
        <p className="small quiet">
          Or write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>. We usually answer within{' '}
          {orderAnswer}.
        </p>
      </div>
    </div>
  )
}
