import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { clearCart } from '../browser/cart-storage.ts'
import { useShop, useToday } from '../shop/use-shop.ts'
import { type LastOrder, readLastOrder } from './last-order.ts'
import { OrderedItems } from './ordered-items.tsx'
import './success-page.css'
import { formatDay } from '../../domain/calendar-date.ts'
import { firstBoxText, planDates } from '../../domain/plan-dates.ts'

// Figures of spec §9: the thank-you page has its own.
const steps = [
  { title: 'Order confirmation', words: 'By email, within a few minutes.' },
  { title: 'First belt selection', words: 'We choose a belt from the drop, in your size and your styles.' },
  {
    title: 'Shipping and delivery',
    words: 'Your first belt ships within 3-5 business days and arrives in 5-7. Tracking comes by email.',
  },
  { title: 'Monthly deliveries', words: 'A new belt each month, never the same one twice in 36 months.' },
]

/** Order thank-you page (spec §2). */
export default function ThankYouPage() {
  const { supportEmail, socialUrl } = useShop()
  const [order, setOrder] = useState<LastOrder | null>(null)
  useEffect(() => {
    clearCart()
    setOrder(readLastOrder())
  }, [])
  const items = order?.paidOn ? order.items : []
  return (
    <div className="wrap page">
      <div className="narrow success">
        <h1>Thank you</h1>
        <p className="lead">Your club subscription is now active.</p>
        {order?.paidOn && items.length > 0 ? (
          <OrderedItems items={items} paidOn={order.paidOn} />
        ) : (
          <BoughtToday />
        )}
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
        <div className="plate-box">
          <h2>Need help?</h2>
          <p className="quiet">
            Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>. Order questions are answered
            within 12 hours.
          </p>
        </div>
        <p className="success-acts">
          <Link className="btn btn-ink" to="/">
            Return Home
          </Link>
          <a className="btn btn-2" href="/account">
            Manage your membership
          </a>
          <a className="btn btn-2" href={socialUrl} target="_blank" rel="noreferrer">
            See the belts worn
            <span className="sr">, on our social profile, opens in a new tab</span>
          </a>
        </p>
      </div>
    </div>
  )
}

/** The dates of what is bought today, where this browser knows of no order. */
function BoughtToday() {
  const today = useToday()
  const { calendar } = useShop()
  return (
    <p>
      Ordered today, {formatDay(today)}: first box in the{' '}
      {firstBoxText(planDates(today, { months: 1 }, true, calendar))}. The next charge is in your confirmation
      mail; a gift never renews.
    </p>
  )
}
