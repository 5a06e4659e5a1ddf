import type { CalendarDate } from '../../domain/calendar-date.ts'
import { type CartItem, cartSubtotalCents } from '../../domain/cart.ts'
import { formatCents } from '../../domain/money.ts'
import { isCalifornia } from '../../domain/tax.ts'
import type { TaxInfo } from '../checkout/start-payment.ts'
import { CartItemCard } from './cart-item-card.tsx'

type CartSummaryProps = {
  cart: CartItem[]
  today: CalendarDate
  /** from the server, null until payment has begun */
  tax: TaxInfo | null
  onRemove: (item: CartItem) => void
}

/** All items and what they come to. Tax and total come from the server once they are known (spec §2, §9). */
export function CartSummary({ cart, today, tax, onRemove }: CartSummaryProps) {
  const subtotal = cartSubtotalCents(cart)
  return (
    <>
      {cart.map((item) => (
        <CartItemCard key={item.id} item={item} today={today} onRemove={() => onRemove(item)} />
      ))}
      <dl className="sum num">
        <div>
          <dt>Subtotal</dt>
          <dd>{formatCents(subtotal)}</dd>
        </div>
        <div>
          <dt>Shipping</dt>
          <dd>Free</dd>
        </div>
        <div>
          <dt>{tax?.hasTax && goesToCalifornia(cart) ? 'Sales tax, California' : 'Taxes'}</dt>
          <dd>{tax ? formatCents(tax.tax) : 'Calculated at checkout'}</dd>
        </div>
        <div className="total">
          <dt>{tax ? 'Total today' : 'Total before tax'}</dt>
          <dd>{formatCents(tax?.total ?? subtotal)}</dd>
        </div>
      </dl>
    </>
  )
}

function goesToCalifornia(cart: CartItem[]): boolean {
  return cart.some((item) => isCalifornia(item.shippingDetails?.state ?? ''))
}
