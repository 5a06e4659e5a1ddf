import type { CalendarDate } from '../../domain/calendar-date.ts'
import { type CartItem, cartSubtotalCents } from '../../domain/cart.ts'
import { formatCents } from '../../domain/money.ts'
import { isCalifornia } from '../../domain/tax.ts'
import { replaceInCart } from '../browser/cart-storage.ts'
import type { TaxInfo } from '../checkout/start-payment.ts'
import { useShop } from '../layout/use-shop.ts'
import { CartItemCard } from './cart-item-card.tsx'
import { PromotionField } from './promotion-field.tsx'
import { PromotionRow } from './promotion-row.tsx'
import type { Promoting } from './use-promotion.ts'

type CartSummaryProps = {
  cart: CartItem[]
  today: CalendarDate
  promotion: Promoting
  /** from the server, null until payment has begun */
  tax: TaxInfo | null
  onRemove: (item: CartItem) => void
}

/** All items and what they come to. Tax and total come from the server once they are known (spec §2, §9). */
export function CartSummary({ cart, today, promotion, tax, onRemove }: CartSummaryProps) {
  const subtotal = cartSubtotalCents(cart, useShop().plans)
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
          onRemove={() => onRemove(item)}
          onAccept={replaceInCart}
        />
      ))}
      {!promotion.code && <PromotionField promotion={promotion} />}
      <dl className="sum num">
        <div>
          <dt>Subtotal</dt>
          <dd>{formatCents(subtotal)}</dd>
        </div>
        {promotion.code && (
          <PromotionRow promotion={promotion} code={promotion.code} discountCents={discount} />
        )}
        <div>
          <dt>Shipping</dt>
          <dd>Free</dd>
        </div>
        <div>
          <dt>{tax?.hasTax && goesToCalifornia(cart) ? 'Sales tax, California' : 'Taxes'}</dt>
          <dd>{tax ? formatCents(tax.tax) : 'Calculated at checkout'}</dd>
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

function goesToCalifornia(cart: CartItem[]): boolean {
  return cart.some((item) => isCalifornia(item.shippingDetails?.state ?? ''))
}
