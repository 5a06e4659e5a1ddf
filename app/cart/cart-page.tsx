import { Suspense, useEffect, useRef, useState, useTransition } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { type CartItem, hasGift, hasRenewal } from '../../domain/cart.ts'
import { onOrderInOtherTab, removeFromCart, useCart } from '../browser/cart-storage.ts'
import { keepOrder, type NewOrder } from '../checkout/last-order.ts'
import type { AppliedPromotion, StartedCheckout } from '../checkout/start-payment.ts'
import { SectionLink } from '../layout/section-link.tsx'
import { quizSectionId } from '../shop/quiz-request.ts'
import { useToday } from '../shop/use-shop.ts'
import { Icon } from '../ui/icons.tsx'
import { late } from '../ui/late.tsx'
import { NeedsScript } from '../ui/needs-script.tsx'
import { BillingCard } from './billing-card.tsx'
import './cart.css'
import '../ui/run.css'
import { isFreeReference } from '../../domain/checkout.ts'
import { messages } from '../../domain/messages.ts'
import { CartSummary } from './cart-summary.tsx'
import { DeadLink, ReplaceCart, useOrderLink } from './order-link.tsx'
import { usePromotion } from './use-promotion.ts'

// Loaded while the visitor reads the cart: nobody pays before they press Proceed.
const loadPanel = async () => (await import('../checkout/payment-panel.tsx')).PaymentPanel
const PaymentPanel = late(loadPanel)
const loadFree = async () => (await import('./free-order.tsx')).FreeOrder
const FreeOrder = late(loadFree)

/** Picks one of the skeletons below before the first paint. Its text never changes: the CSP has its hash. */
const chooseOutline = `try{var c=JSON.parse(sessionStorage.getItem('cartItems'))}catch(e){}if(!Array.isArray(c))c=[];document.documentElement.dataset.cart=!c.length?'empty':c.some(function(i){return i&&i.recipientType==='gift'})?'gift':'self'`

/**
 * The server's skeletons for a cart in session storage: empty, for oneself, or a gift. The browser picks the right one
 * before any other script runs.
 */
function CartSkeleton() {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; it must run before the first paint */}
      <script dangerouslySetInnerHTML={{ __html: chooseOutline }} />
      <div className="wrap">
        <NeedsScript what="The cart" />
      </div>
      <div className="cart-if-empty">
        <EmptyCart />
      </div>
      <div className="wrap cart-if-filled" aria-busy="true">
        <div className="checkout">
          <section>
            <SectionLink section={quizSectionId} className="back">
              <Icon name="left" />
              Back to the quiz
            </SectionLink>
            <h1 className="cart-title cart-if-self">Complete Your Order</h1>
            <h1 className="cart-title cart-if-gift">Complete Your Gift Order</h1>
          </section>
        </div>
      </div>
    </>
  )
}

/** Shown while an ordered cart makes way for the next page. */
function CartLeaving() {
  return (
    <div className="wrap" aria-busy="true">
      <div className="checkout">
        <h1 className="sr">Your cart</h1>
      </div>
    </div>
  )
}

/** Cart and checkout (spec §2). The cart is in session storage, so the server renders only a skeleton. */
export default function CartPage() {
  const cart = useCart()
  const today = useToday()
  const navigate = useNavigate()
  // Ordering empties the cart; until the next page is there, it must not look like an empty cart.
  const [isOrdered, setIsOrdered] = useState(false)
  useEffect(onOrderInOtherTab, [])
  const link = useOrderLink()
  if (isOrdered) return <CartLeaving />
  if (link.problem) return <DeadLink problem={link.problem} />
  if (link.choice) return <ReplaceCart choice={link.choice} />
  if (cart === null || link.isOpening) return <CartSkeleton />
  if (cart.length === 0) return <EmptyCart />
  function onOrdered(order: NewOrder) {
    setIsOrdered(true)
    keepOrder(order, today)
    void navigate('/checkout/success')
  }
  return <FilledCart cart={cart} onOrdered={onOrdered} />
}

function FilledCart({ cart, onOrdered }: { cart: CartItem[]; onOrdered: (order: NewOrder) => void }) {
  const today = useToday()
  const goToQuiz = useGoToQuiz()
  const title = useRef<HTMLHeadingElement>(null)
  const [started, setStarted] = useState<StartedCheckout | null>(null)
  const [isHeld, setHeld] = useState(false)
  // The bank's page may have sent the buyer back without paying (app/checkout/use-order.ts).
  const [problem, setProblem] = useState<string | null>(useLocation().state?.problem || null)
  const known = usePromotion(cart)
  // On a phone the cart is collapsed during payment; wider screens always show it.
  const [isUnfolded, setUnfolded] = useState(false)
  // A payment belongs to the cart and code it was started with; after a change, a new one has to be started.
  const isCurrent = started?.cart === cart && (started.promotion?.code ?? null) === known.code
  // Starting a payment checks a code that couldn't be checked before.
  const applied = known.applied ?? (isCurrent ? started.promotion : null)
  const promotion = { ...known, applied }
  const payment = isCurrent && !isFreeReference(started.clientSecret) ? started : null
  const isFree = payment === null && isFreeOfCharge(cart, applied)

  // The old content stays until the payment form has loaded.
  const [isComing, startComing] = useTransition()
  const begin = (begun: StartedCheckout) =>
    startComing(() => {
      setProblem(null)
      setStarted(begun)
    })
  useEffect(() => void Promise.all([loadPanel(), loadFree()]).catch(() => {}), [])

  function restart(why: string) {
    setProblem(why || null)
    setStarted(null)
  }

  function remove(item: CartItem) {
    // The item's button is gone, so the focus goes to the title.
    title.current?.focus()
    removeFromCart(item.id)
    if (cart.length === 1) void goToQuiz()
  }

  return (
    <div className="wrap">
      <div className="checkout">
        <section aria-labelledby="cart-title">
          <SectionLink section={quizSectionId} className="back">
            <Icon name="left" />
            Back to the quiz
          </SectionLink>
          <h1 id="cart-title" className="cart-title" ref={title} tabIndex={-1}>
            {hasGift(cart) ? 'Complete Your Gift Order' : 'Complete Your Order'}
          </h1>
          {payment && (
            <button
              className="btn btn-3 cart-fold"
              type="button"
              aria-expanded={isUnfolded}
              aria-controls="cart-summary"
              onClick={() => setUnfolded(!isUnfolded)}
            >
              {isUnfolded ? 'Hide your order' : 'Show your order'}
            </button>
          )}
          <div id="cart-summary" className={payment && !isUnfolded ? 'is-folded' : undefined}>
            <CartSummary
              cart={cart}
              today={today}
              promotion={promotion}
              tax={payment?.taxInfo ?? null}
              isHeld={isHeld}
              onRemove={remove}
            />
            <p className="cart-on">
              <Link className="btn btn-3" to="/">
                Continue Shopping
              </Link>
            </p>
          </div>
        </section>
        <Suspense>
          {payment ? (
            <PaymentPanel
              key={payment.clientSecret}
              started={payment}
              onOrdered={onOrdered}
              onRestart={restart}
              onHold={setHeld}
            />
          ) : isFree ? (
            <FreeOrder cart={cart} promotion={promotion} onStarted={begin} onOrdered={onOrdered} />
          ) : (
            <BillingCard
              promotion={promotion}
              cart={cart}
              formerProblem={problem}
              isComing={isComing}
              onStarted={begin}
              onOrdered={onOrdered}
            />
          )}
        </Suspense>
      </div>
    </div>
  )
}

/** Nothing is due now or later, so no card is needed (decision 085). */
const isFreeOfCharge = (cart: CartItem[], applied: AppliedPromotion | null) =>
  applied?.totalBeforeTaxCents === 0 && !hasRenewal(cart)

/** Back to the home page's quiz (spec §2 "Cart and checkout"). */
function useGoToQuiz() {
  const navigate = useNavigate()
  return () => navigate(`/#${quizSectionId}`)
}

function EmptyCart() {
  return (
    <div className="wrap page">
      <div className="narrow empty-cart">
        <h1>{messages.checkout.empty}</h1>
        <p className="lead">Six quick questions and there’ll be a belt in it.</p>
        <p className="empty-acts">
          <Link className="btn btn-1" to="/">
            Start Shopping
          </Link>
          <Link className="btn btn-2" to="/belts">
            See the belts
          </Link>
        </p>
      </div>
    </div>
  )
}
