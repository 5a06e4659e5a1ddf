import { useShop } from '../shop/use-shop.ts'

/** What to do in a browser without JavaScript. `what`: "The cart", "This page". */
export function NeedsScript({ what }: { what: string }) {
  const { supportEmail } = useShop()
  return (
    <noscript>
      <p className="lead">
        {what} needs JavaScript. Turn it on and reload, or write to{' '}
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
    </noscript>
  )
}
