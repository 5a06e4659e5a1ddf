import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { firstArrival, noRepeat, orderAnswer } from '../../domain/term-words.ts'
import { useShop, useToday } from '../shop/use-shop.ts'
import './checkout.css'
import { ComingBelts, OrderedItems } from './ordered-items.tsx'
import './success-page.css'
import { addDays, type CalendarDate, formatDay } from '../../domain/calendar-date.ts'
import { hasRenewal } from '../../domain/cart.ts'
import { daysOf } from '../../domain/drop-calendar.ts'
import { firstBelt, firstBelts, shipsText } from '../../domain/first-belt.ts'
import { findPlan } from '../../domain/plan.ts'
import { SlowNote } from '../ui/busy-button.tsx'
import { NeedsScript } from '../ui/needs-script.tsx'
import type { LastOrder, OrderedItem } from './last-order.ts'
import { UnfinishedOrder } from './unfinished-order.tsx'
import { useOrder } from './use-order.ts'

/** Payment success page (spec §2), under both of its paths. */
export default function SuccessPage() {
  const { standing, finishing } = useOrder()
  const isKnown = standing.state !== 'processing' || finishing.unfinished !== null

  // The outcome replaces "Processing", which never had the focus: screen readers start at its heading.
  useEffect(() => {
    if (isKnown && document.activeElement === document.body) {
      document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [isKnown])

  if (finishing.unfinished) {
    return (
      <Outcome
        title={finishing.unfinished.because === 'processing' ? 'Your bank is still deciding' : 'Almost there'}
      >
        <UnfinishedOrder
          unfinished={finishing.unfinished}
          isTrying={finishing.isBusy}
          onTryAgain={finishing.tryAgain}
        />
      </Outcome>
    )
  }
  if (standing.state === 'undecided') {
    return (
      <Outcome title="Your bank is still deciding">
        <p className="lead">
          As soon as it says yes, we’ll place your order and email your confirmation. Please don’t pay again.
          You can close this page.
        </p>
        <p>
          <Link className="btn btn-ink" to="/">
            Continue Shopping
          </Link>
        </p>
      </Outcome>
    )
  }
  if (standing.state === 'processing') {
    return (
      <div className="wrap page success-wait" role="status">
        <span className="spinner" aria-hidden="true" />
        <h1>Processing your order</h1>
        <NeedsScript what="The page of your order" />
        <SlowNote isBusy>
          This is taking a while. Please don’t pay again: we’ll email you your order number, too.
        </SlowNote>
      </div>
    )
  }
  if (standing.state === 'unknown') return <NoPayment />
  if (standing.state === 'done') return <Ordered order={standing.order} />
  return (
    <Outcome title="Payment Successful">
      {standing.state === 'paid' && (
        <p className="lead">Your order’s number and receipt are coming by email.</p>
      )}
      <SuccessEnd />
    </Outcome>
  )
}

function Outcome({
  title,
  children,
  isWide = false,
}: {
  title: string
  children: ReactNode
  isWide?: boolean
}) {
  return (
    <div className={isWide ? 'wrap success-page' : 'wrap page'}>
      <div className={isWide ? 'success' : 'narrow success'}>
        <h1>{title}</h1>
        {children}
      </div>
    </div>
  )
}

/** A known order: its number, items and next steps. */
export function Ordered({ order }: { order: LastOrder }) {
  const today = useToday()
  const { plans } = useShop()
  const { items } = order
  const paidOn = order.paidOn || today
  const renews = hasRenewal(items)
  const isOneBelt = (item: OrderedItem) => findPlan(plans, item.planId)?.months === 1
  const isOnce = items.length > 0 && !renews && items.every(isOneBelt)
  return (
    <Outcome title="Payment Successful" isWide={items.length > 0}>
      <p className="lead">
        Order <b className="num order-number">{order.orderNumber}</b>
        {order.email ? `. Your receipt is on its way to ${order.email}.` : '.'}
      </p>
      <div className={items.length > 0 ? 'success-split' : undefined}>
        <OrderedItems items={items} paidOn={paidOn} paid={order.paid} />
        <NextSteps items={items} paidOn={paidOn} renews={renews} isOnce={isOnce} />
        <SuccessEnd renews={renews} />
      </div>
      <ComingBelts items={items} paidOn={paidOn} />
    </Outcome>
  )
}

/** Nothing is known to be paid: says only that, and leaves the cart alone. */
export function NoPayment() {
  const { supportEmail } = useShop()
  return (
    <Outcome title="No payment found here">
      <p className="lead">
        We don’t know of a payment in this browser, and your cart is just as you left it. If you paid on
        another device, your confirmation email has your order number.
      </p>
      <p className="success-acts">
        <Link className="btn btn-ink" to="/cart">
          Back to your cart
        </Link>
        <Link className="btn btn-2" to="/">
          Return Home
        </Link>
      </p>
      <p className="small quiet success-help">
        Paid, but no email? Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>. We answer order
        questions within {orderAnswer}.
      </p>
    </Outcome>
  )
}

/**
 * Where to go next and where to get help.
 * @param renews the order includes a renewing membership
 */
function SuccessEnd({ renews = false }: { renews?: boolean }) {
  const { supportEmail } = useShop()
  return (
    <>
      <p className="success-acts">
        <Link className="btn btn-ink" to="/">
          Continue Shopping
        </Link>
        {renews && (
          <a className="btn btn-2" href="/account">
            Manage your membership
          </a>
        )}
      </p>
      <p className="small quiet success-help">
        Something wrong? Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>. We answer order
        questions within {orderAnswer}.
      </p>
    </>
  )
}

function giftNames(items: readonly OrderedItem[]): string[] {
  const gifts = items.filter((item) => item.recipientType === 'gift')
  return gifts.map((item) => item.shippingDetails?.fullName ?? '').filter(Boolean)
}

type NextStepsProps = {
  items: OrderedItem[]
  /** the shop's date of the payment */
  paidOn: CalendarDate
  /** something renews; otherwise skipping and pausing aren't mentioned */
  renews: boolean
  /** one belt to each, so nothing comes monthly */
  isOnce?: boolean
}

/** The next steps with their dates (spec §2, §9). */
export function NextSteps({ items, paidOn, renews, isOnce = false }: NextStepsProps) {
  const { calendar } = useShop()
  const today = useToday()
  const { picker, ...first } = firstBelts(items, firstBelt(paidOn, '', calendar))
  const ships = shipsText(first, picker, today)
  const chosenOn = addDays(daysOf(calendar, first.drop).cutOffDay, 1)
  const gifts = giftNames(items)
  return (
    <section className="next-steps" aria-labelledby="next-steps-title">
      <h2 id="next-steps-title">What happens next</h2>
      <ol className="steps">
        <li className="on">
          <time dateTime={paidOn}>{formatDay(paidOn, today)}</time>
          <div>
            <h3>Order confirmation</h3>
            <p className="quiet">By email, with everything on this page.</p>
          </div>
        </li>
        <li>
          <time dateTime={chosenOn}>{formatDay(chosenOn, today)}</time>
          <div>
            <h3>First belt selection</h3>
            <p className="quiet">
              {gifts.length > 0
                ? `We choose from the drop. ${new Intl.ListFormat('en-US').format(gifts)} will hear from us at 9 AM on the ${gifts.length === 1 ? 'day' : 'days'} you picked.`
                : 'We choose yours from the drop.'}
            </p>
          </div>
        </li>
        <li>
          {first.waitsForSize ? (
            <span className="when">With a size</span>
          ) : (
            <time dateTime={first.shipBy}>By {formatDay(first.shipBy, today)}</time>
          )}
          <div>
            <h3>Shipping and delivery</h3>
            <p className="quiet">
              {`The first belt ships ${ships} and takes ${firstArrival} business days to arrive. Tracking comes by email.`}
            </p>
          </div>
        </li>
        {!isOnce && (
          <li>
            <span className="when">Every month</span>
            <div>
              <h3>Monthly deliveries</h3>
              <p className="quiet">
                {renews
                  ? 'Skip, pause or cancel anytime.'
                  : `A new belt each month, never the same one twice in ${noRepeat}.`}
              </p>
            </div>
          </li>
        )}
      </ol>
    </section>
  )
}
