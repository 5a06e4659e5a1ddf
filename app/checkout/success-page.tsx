import { useEffect, useState } from 'react'
import { Link, type MetaFunction } from 'react-router'
import { callApi } from '../browser/call-api.ts'
import { clearCart } from '../browser/cart-storage.ts'
import { useShop } from '../layout/use-shop.ts'
import { type LastOrder, readLastOrder } from './last-order.ts'
import { NextSteps } from './next-steps.tsx'
import './success-page.css'

export const meta: MetaFunction = () => [
  { title: 'Payment Successful' },
  { name: 'robots', content: 'noindex' },
]

/** Payment success page (spec §2), under both of its paths. */
export default function SuccessPage() {
  const { today, supportEmail } = useShop()
  const { isProcessing, order } = useOrder()
  if (isProcessing) {
    return (
      <div className="wrap page success-wait" role="status">
        <span className="spinner" aria-hidden="true" />
        <h1>Processing your order</h1>
      </div>
    )
  }
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
        <NextSteps today={today} gifts={order?.gifts ?? []} />
        <p>
          <Link className="btn btn-ink" to="/">
            Continue Shopping
          </Link>
        </p>
        <p className="small quiet success-help">
          Something wrong? Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>. Order questions are
          answered within 12 hours.
        </p>
      </div>
    </div>
  )
}

/** The order that this page tells of: by session_id from the server, else the last one of this tab. */
function useOrder(): { isProcessing: boolean; order: LastOrder | null } {
  const [state, setState] = useState<{ isProcessing: boolean; order: LastOrder | null }>({
    isProcessing: false,
    order: null,
  })
  useEffect(() => {
    clearCart()
    const sessionId = new URLSearchParams(window.location.search).get('session_id')
    const known = readLastOrder()
    if (!sessionId) return setState({ isProcessing: false, order: known })
    let isGone = false
    setState({ isProcessing: true, order: null })
    callApi('completeCheckoutSession', { sessionId })
      .then(({ orderNumber }) => ({ orderNumber, email: known?.email ?? '', gifts: known?.gifts ?? [] }))
      // Spec §8 "Silent": the payment is the provider's word, the number comes by mail.
      .catch(() => null)
      .then((order) => {
        if (!isGone) setState({ isProcessing: false, order })
      })
    return () => {
      isGone = true
    }
  }, [])
  return state
}
