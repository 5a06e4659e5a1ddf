import { useShop } from '../../shop/use-shop.ts'
import { orderToExchange, useSentBelts } from './use-sent-belts.ts'

/** For visitors from the returns page whose order hasn't shipped anything yet. */
export function NothingSent() {
  const { supportEmail } = useShop()
  const belts = useSentBelts().data
  const order = orderToExchange()
  if (!order || !belts || belts.some(({ orderNumber }) => orderNumber === order)) return null
  return (
    <p className="alert">
      No belt of order {order} has shipped yet, so there’s nothing to return, exchange or repair. Questions?
      Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
    </p>
  )
}
