import { statesText } from '../../domain/address.ts'
import { type CartItem, cartSubtotalCents, hasRenewal } from '../../domain/cart.ts'
import { formatCents } from '../../domain/money.ts'
import { returnWindow } from '../../domain/term-words.ts'
import type { NewOrder } from '../checkout/last-order.ts'
import { useShop } from '../shop/use-shop.ts'
import { choosePublishableKey, noKeySentence } from '../stripe/load-stripe.ts'
import { SlowNote } from '../ui/busy-button.tsx'
import { useHeldFocus, useInheritedFocus } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import type { CartPromotion } from './use-promotion.ts'
import '../checkout/checkout.css'
import { SafeLine } from '../checkout/safe-line.tsx'
import type { StartedCheckout } from '../checkout/start-payment.ts'
import { useStartPayment } from './use-start-payment.ts'

type BillingCardProps = {
  cart: CartItem[]
  promotion: CartPromotion
  onStarted: (started: StartedCheckout) => void
  /** payment was started, and its form is loading */
  isComing?: boolean
  /** why the previous payment failed */
  formerProblem: string | null
  /** the cart turned out to be paid already */
  onOrdered: (order: NewOrder) => void
}

/** The billing and payment card before payment begins (spec §2): what will happen, and Proceed to Payment. */
export function BillingCard({
  cart,
  promotion,
  formerProblem,
  isComing = false,
  onStarted,
  onOrdered,
}: BillingCardProps) {
  const shop = useShop()
  const { isStarting, problem, start } = useStartPayment({ cart, promotion, formerProblem, onOrdered })
  const isBusy = isStarting || isComing
  const { holder, button } = useHeldFocus<HTMLElement>(isBusy)
  useInheritedFocus(holder, formerProblem !== null)

  // Checked before starting a payment that nobody could pay.
  const noCards =
    shop.stripe && !choosePublishableKey(shop.stripe, window.location.hostname)
      ? noKeySentence(window.location.hostname, shop.supportEmail)
      : null

  const total = promotion.applied?.totalBeforeTaxCents ?? cartSubtotalCents(cart, shop.plans)

  async function proceed() {
    const started = isBusy ? null : await start()
    if (started) onStarted(started)
  }

  return (
    <section className="pay sheet" ref={holder} tabIndex={-1} aria-labelledby="billing-title">
      <h2 id="billing-title">Billing and payment</h2>
      <ul className="pay-notes">
        <li>{amountNote(total, shop.taxedStates)}</li>
        <li>{renewalNote(cart)}</li>
        <li>Free exchanges, and a full refund within {returnWindow} of delivery.</li>
      </ul>
      {noCards && (
        <p className="alert bad" role="alert">
          <Icon name="alert" />
          {noCards}
        </p>
      )}
      {problem && (
        <p className="alert bad" role="alert">
          <Icon name="alert" />
          {problem}
        </p>
      )}
      <div className="pay-go" data-total={formatCents(total)}>
        <button
          className="btn btn-1 btn-wide"
          type="button"
          ref={button}
          disabled={isBusy || noCards !== null}
          onClick={proceed}
        >
          {isBusy ? 'One moment...' : 'Proceed to Payment'}
        </button>
      </div>
      <SlowNote isBusy={isBusy} />
      <SafeLine />
    </section>
  )
}

/** With more states than this, the text gives their number instead of their names. */
const mostNamed = 4

function amountNote(totalCents: number, taxedStates: readonly string[]): string {
  const places = taxedStates.length > mostNamed ? `${taxedStates.length} states` : statesText(taxedStates)
  return totalCents === 0
    ? 'Nothing to pay today. Your own plan renews, so we need a card for then. We won’t charge it now.'
    : `${formatCents(totalCents)} plus sales tax, which is due in ${places} only. You’ll see the total before you pay.`
}

function renewalNote(cart: CartItem[]): string {
  const renews = hasRenewal(cart)
  const gives = cart.some((item) => item.recipientType === 'gift')
  if (!renews) return 'You pay for a gift once. It never renews.'
  return gives
    ? 'Your own plan renews until you cancel, anytime. Gifts never renew.'
    : 'Your plan renews until you cancel, anytime.'
}
