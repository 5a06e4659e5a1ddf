import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { type CartItem, cartSubtotalCents } from '../../domain/cart.ts'
import { isCreditCode } from '../../domain/credit.ts'
import { formatCents } from '../../domain/money.ts'
import { isTaxed, taxName } from '../../domain/tax.ts'
import { replaceInCart } from '../browser/cart-storage.ts'
import type { TaxInfo } from '../checkout/start-payment.ts'
import { useShop } from '../shop/use-shop.ts'
import { SlowNote } from '../ui/busy-button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { CartItemCard } from './cart-item-card.tsx'
import type { CartPromotion } from './use-promotion.ts'

/** The most characters of a code; the server accepts no more (domain/api.ts). */
const maxCharacters = 60

/** The promotion code field, collapsed because most buyers have none. */
function PromotionField({ promotion }: { promotion: CartPromotion }) {
  const { problem, isByBuyer } = promotion
  const [isOpen, setIsOpen] = useState(problem !== null)
  const focusOn = useRef(problem === null ? 'summary' : 'input')
  const details = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    // Replaces the code's row after the buyer removed it or it was refused.
    if (isByBuyer) details.current?.querySelector<HTMLElement>(focusOn.current)?.focus()
  }, [isByBuyer])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void promotion.apply()
  }

  return (
    <details
      className="promotion"
      ref={details}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="btn btn-3">Add a promotion code</summary>
      <form noValidate onSubmit={onSubmit}>
        <TextField
          label="Promotion code"
          name="promotion-code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={maxCharacters}
          value={promotion.typed}
          onChange={promotion.setTyped}
          error={problem}
        />
        <button className="btn btn-2" type="submit">
          {promotion.isAsking ? 'Checking...' : 'Apply'}
        </button>
        <SlowNote isBusy={promotion.isAsking} />
      </form>
    </details>
  )
}

/** For signed-in buyers with store credit: applies it with one click. Others see nothing. */
function CreditOffer({ promotion }: { promotion: CartPromotion }) {
  const { credit, isAsking, creditProblem } = promotion
  if (!credit) return null
  return (
    <div className="promotion credit-offer">
      <p>You have store credit.</p>
      <button
        className="btn btn-2"
        type="button"
        aria-disabled={isAsking || undefined}
        onClick={promotion.takeCredit}
      >
        Use store credit
      </button>
      {creditProblem && <p role="alert">{creditProblem}</p>}
    </div>
  )
}

type CartSummaryProps = {
  cart: CartItem[]
  today: CalendarDate
  promotion: CartPromotion
  /** from the server, null until payment has begun */
  tax: TaxInfo | null
  /** money may move or has moved, so nothing can be changed */
  isHeld: boolean
  onRemove: (item: CartItem) => void
}

/** All items and the total. Tax and total come from the server once known (spec §2, §9). */
export function CartSummary({ cart, today, promotion, tax, isHeld, onRemove }: CartSummaryProps) {
  const shop = useShop()
  const subtotal = cartSubtotalCents(cart, shop.plans)
  const discount = tax ? (tax.discount ?? 0) : promotion.applied?.discountCents
  const total = tax?.total ?? promotion.applied?.totalBeforeTaxCents ?? subtotal
  return (
    <>
      {cart.map((item, index) => (
        <CartItemCard
          key={item.id}
          item={item}
          number={cart.length > 1 ? index + 1 : null}
          renewalDiscountCents={promotion.applied?.renewalDiscounts[index] ?? 0}
          today={today}
          isHeld={isHeld}
          onRemove={() => onRemove(item)}
          onAccept={replaceInCart}
        />
      ))}
      {!promotion.code && (
        <div className="cart-codes" inert={isHeld}>
          <CreditOffer promotion={promotion} />
          <PromotionField promotion={promotion} />
        </div>
      )}
      <dl className="sum num">
        <div>
          <dt>Subtotal</dt>
          <dd>{formatCents(subtotal)}</dd>
        </div>
        {promotion.code && (
          <PromotionRow
            promotion={promotion}
            code={promotion.code}
            discountCents={discount}
            isHeld={isHeld}
          />
        )}
        <div>
          <dt>Shipping</dt>
          <dd>Free</dd>
        </div>
        <div>
          <dt>{tax?.hasTax ? taxName(statesOf(cart, shop.taxedStates)) : 'Taxes'}</dt>
          <dd>{tax || total === 0 ? formatCents(tax?.tax ?? 0) : 'Calculated at checkout'}</dd>
        </div>
        <div className="total">
          <dt>{totalName(total, tax !== null)}</dt>
          <dd>{formatCents(total)}</dd>
        </div>
      </dl>
    </>
  )
}

function totalName(totalCents: number, isTaxed: boolean): string {
  if (totalCents === 0) return 'Nothing to pay today'
  return isTaxed ? 'Total today' : 'Total before tax'
}

function statesOf(cart: CartItem[], taxedStates: readonly string[]): string[] {
  const to = cart.map((item) => item.shippingDetails?.state ?? '')
  return to.filter((typed) => isTaxed(taxedStates, typed))
}

type PromotionRowProps = {
  promotion: CartPromotion
  code: string
  /** cents; undefined until the server has answered */
  discountCents: number | undefined
  isHeld: boolean
}

/** The applied code's row: what it does, its discount, and a button to remove it. */
function PromotionRow({ promotion, code, discountCents, isHeld }: PromotionRowProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { isByBuyer } = promotion
  const isUnknown = promotion.isUnanswered && discountCents === undefined
  const isCredit = isCreditCode(code)

  useEffect(() => {
    if (isByBuyer) button.current?.focus()
  }, [isByBuyer])

  return (
    <div className="promotion-row">
      <dt>
        {isCredit ? 'Store credit' : `Promotion ${code}`}
        {isCredit && (
          <span className="hint">
            {code}. What you don’t use comes back to you. If you leave without paying, it all does.
          </span>
        )}
        {promotion.applied && !isCredit && <span className="hint">{promotion.applied.description}</span>}
        {isUnknown && (
          <span className="hint">We couldn’t check this code just now. We’ll try again before you pay.</span>
        )}
        <button
          className="btn btn-3"
          type="button"
          ref={button}
          inert={isHeld}
          aria-label={isCredit ? 'Remove store credit' : `Remove promotion ${code}`}
          onClick={promotion.remove}
        >
          Remove
        </button>
      </dt>
      <dd>
        {isUnknown ? '' : discountCents === undefined ? 'Checking...' : `\u2212${formatCents(discountCents)}`}
      </dd>
    </div>
  )
}
