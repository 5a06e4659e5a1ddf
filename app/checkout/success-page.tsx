import { useEffect } from 'react'
import { Link } from 'react-router'
import { useShop } from '../layout/use-shop.ts'
import { useToday } from '../layout/use-today.ts'
import './checkout.css'
import { NextSteps } from './next-steps.tsx'
import { OrderedItems } from './ordered-items.tsx'
import './spinner.css'
import './success-page.css'
import { SlowNote } from '../ui/slow-note.tsx'
import type { OrderedItem } from './last-order.ts'
import { UnfinishedOrder } from './unfinished-order.tsx'
import { useOrder } from './use-order.ts'

/** Payment success page (spec §2), under both of its paths. */
export default function SuccessPage() {
  const { supportEmail } = useShop()
  const today = useToday()
  const { standing, finishing } = useOrder()
  const isKnown = standing.state !== 'processing' || finishing.unfinished !== null

  // What came of it takes the place of "Processing", where nothing had the focus: it is read out from its heading on.
  useEffect(() => {
    if (isKnown && document.activeElement === document.body) {
      document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [isKnown])

  if (finishing.unfinished) {
    return (
      <div className="wrap page">
        <div className="narrow success">
          <h1>
            {finishing.unfinished.because === 'processing' ? 'Your bank is still deciding' : 'Almost there'}
          </h1>
          <UnfinishedOrder
            unfinished={finishing.unfinished}
            isTrying={finishing.isBusy}
            onTryAgain={finishing.tryAgain}
          />
        </div>
      </div>
    )
  }
  if (standing.state === 'undecided') {
    return (
      <div className="wrap page">
        <div className="narrow success">
          <h1>Your bank is still deciding</h1>
          <p className="lead">
            As soon as it says yes, your order is made by itself and its confirmation comes by email. Please
            do not pay again; you may close this page.
          </p>
          <p>
            <Link className="btn btn-ink" to="/">
              Continue Shopping
            </Link>
          </p>
        </div>
      </div>
    )
  }
  if (standing.state === 'processing') {
    return (
      <div className="wrap page success-wait" role="status">
        <span className="spinner" aria-hidden="true" />
        <h1>Processing your order</h1>
        <SlowNote isBusy>
          This takes longer than usual. Please do not pay again: your order's number also comes by email.
        </SlowNote>
      </div>
    )
  }
  const { order } = standing
  return (
    <div className="wrap page">
      <div className="narrow success">
        <h1>Payment Successful</h1>
        <p className="lead">
          Your club subscription is now active.{' '}
          {order ? (
            <>
              Order <b className="num order-number">{order.orderNumber}</b>
              {order.email ? `; the receipt is on its way to ${order.email}.` : '.'}
            </>
          ) : (
            'The receipt is on its way by email.'
          )}
        </p>
        <OrderedItems items={order?.items ?? []} paidOn={order?.paidOn || today} />
        <NextSteps paidOn={order?.paidOn || today} gifts={giftNames(order?.items ?? [])} />
        <p className="success-acts">
          <Link className="btn btn-ink" to="/">
            Continue Shopping
          </Link>
          <a className="btn btn-2" href="/account">
            Manage your membership
          </a>
        </p>
        <p className="small quiet success-help">
          Something wrong? Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>. Order questions are
          answered within 12 hours.
        </p>
      </div>
    </div>
  )
}

function giftNames(items: OrderedItem[]): string[] {
  const gifts = items.filter((item) => item.recipientType === 'gift')
  return gifts.map((item) => item.shippingDetails?.fullName ?? '').filter(Boolean)
}
