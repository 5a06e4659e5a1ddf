import { useLayoutEffect, useState } from 'react'
import { Link } from 'react-router'
import { hasRenewal } from '../../domain/cart.ts'
import { firstBelt, firstBelts, shipsText } from '../../domain/first-belt.ts'
import { firstArrival, firstShipping, noRepeat, orderAnswer } from '../../domain/term-words.ts'
import { clearCart } from '../browser/cart-storage.ts'
import { useShop, useToday } from '../shop/use-shop.ts'
import { NeedsScript } from '../ui/needs-script.tsx'
import { type LastOrder, readLastOrder } from './last-order.ts'
import { NoPayment } from './success-page.tsx'
import './success-page.css'

/**
 * The order thank-you page (spec §2). The server can't know what this browser ordered, so it sends the page of any
 * order; with script, it stays hidden until the browser has looked.
 */
export default function ThankYouPage() {
  const [known, setKnown] = useState<LastOrder | null | 'not read'>('not read')
  useLayoutEffect(() => {
    const order = readLastOrder()
    if (order) clearCart()
    setKnown(order)
  }, [])
  if (known === null) return <NoPayment />
  return (
    <div className={known === 'not read' ? 'wrap page until-known' : 'wrap page'}>
      <Thanks order={known === 'not read' ? null : known} />
    </div>
  )
}

/** @param order null: not read yet */
export function Thanks({ order }: { order: LastOrder | null }) {
  const { supportEmail, socialUrl, calendar } = useShop()
  const today = useToday()
  const items = order?.items ?? []
  const isPureGift = items.length > 0 && !hasRenewal(items)
  const paidOn = order?.paidOn
  const first = paidOn ? firstBelts(items, firstBelt(paidOn, '', calendar)) : null
  // The thank-you page's own figures of spec §9. They count from the curation; the ship-by date holds.
  const steps = [
    { title: 'Order confirmation', words: 'By email, within a few minutes.' },
    {
      title: 'First belt selection',
      words: 'We choose a belt from the drop, in the size and styles you gave us.',
    },
    {
      title: 'Shipping and delivery',
      words:
        `Your first belt ships within ${firstShipping} and arrives in ${firstArrival}, counted from the day we choose it. ` +
        (first
          ? `It leaves ${shipsText(first, first.picker, today)}, and tracking comes by email.`
          : 'Tracking comes by email.'),
    },
    { title: 'Monthly deliveries', words: `A new belt each month, never the same one twice in ${noRepeat}.` },
  ]
  return (
    <div className="narrow success">
      <h1>Thank you</h1>
      <p className="lead">
        {isPureGift
          ? 'Your gift is paid for, and we’ll take it from here.'
          : 'Your club subscription is now active.'}
      </p>
      {order === null && <NeedsScript what="The list of what you ordered" />}
      <section className="next-steps" aria-labelledby="thanks-title">
        <h2 id="thanks-title">What happens next</h2>
        <ol className="steps steps-plain">
          {steps.map(({ title, words }, index) => (
            <li key={title} className={index === 0 ? 'on' : undefined}>
              <div>
                <h3>{title}</h3>
                <p className="quiet">{words}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
      <div className="sheet plate-box">
        <h2>Need help?</h2>
        <p className="quiet">
          Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>. We answer order questions within{' '}
          {orderAnswer}.
        </p>
      </div>
      <p className="success-acts">
        <Link className="btn btn-ink" to="/">
          Return Home
        </Link>
        {order && (
          <Link className="btn btn-2" to="/checkout/success">
            See your order
          </Link>
        )}
        {!isPureGift && (
          <a className="btn btn-2" href="/account">
            Manage your membership
          </a>
        )}
        {socialUrl !== '' && (
          <a className="btn btn-2" href={socialUrl} target="_blank" rel="noreferrer">
            See the belts worn
            <span className="sr">, on our social profile, opens in a new tab</span>
          </a>
        )}
      </p>
    </div>
  )
}
