import { useShop } from '../shop/use-shop.ts'
import { Icon } from '../ui/icons.tsx'

/** Says who sees the card, next to each button that leads to payment. */
export function SafeLine() {
  const { stripe } = useShop()
  return (
    <p className="safe">
      <Icon name="lock" />
      Your card details go to {stripe ? 'Stripe, our' : 'the'} payment provider, never to us.
    </p>
  )
}
