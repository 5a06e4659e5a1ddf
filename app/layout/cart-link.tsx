import { Link } from 'react-router'
import { useCart } from '../browser/cart-storage.ts'
import { Icon } from '../ui/icons.tsx'

/** The way to the cart, with the number of items once the browser knows it. */
export function CartLink() {
  const count = useCart()?.length ?? 0
  const name = count === 0 ? 'Cart' : `Cart, ${count} ${count === 1 ? 'item' : 'items'}`
  return (
    <Link className="icon-btn" to="/cart" aria-label={name}>
      <Icon name="bag" />
      {count > 0 && (
        <span className="count" aria-hidden="true">
          {count}
        </span>
      )}
    </Link>
  )
}
