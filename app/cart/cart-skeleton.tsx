import { SectionLink } from '../layout/section-link.tsx'
import { quizSectionId } from '../quiz/quiz-request.ts'
import { Icon } from '../ui/icons.tsx'
import { EmptyCart } from './empty-cart.tsx'

/** Says before the first paint which of the outlines below is the visitor's. Its text never changes: the CSP holds its hash. */
const chooseOutline = `try{var c=JSON.parse(sessionStorage.getItem('cartItems')||'[]')}catch(e){c=[]}document.documentElement.dataset.cart=!c.length?'empty':c.some(function(i){return i.recipientType==='gift'})?'gift':'self'`

/**
 * What the server knows of a cart that lives in the visitor's tab: how it begins when it is empty, for oneself, or a
 * gift. The browser shows the right beginning at once, before it has any script of ours.
 */
export function CartSkeleton() {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; it must run before the first paint */}
      <script dangerouslySetInnerHTML={{ __html: chooseOutline }} />
      <div className="cart-if-empty">
        <EmptyCart />
      </div>
      <div className="wrap cart-if-filled" aria-busy="true">
        <div className="checkout cart-skeleton">
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

/** What stands there while an ordered cart gives way to the next page. */
export function CartLeaving() {
  return (
    <div className="wrap" aria-busy="true">
      <div className="checkout cart-skeleton">
        <h1 className="sr">Your cart</h1>
      </div>
    </div>
  )
}
