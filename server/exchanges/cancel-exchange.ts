import { eq } from 'drizzle-orm'
import { parcels } from '../../db/schema.ts'
import { abandonLabels } from '../parcels/labels.ts'
import type { Shop } from '../shop/shop.ts'
import { type Alongside, actOnExchange, type Exchange } from './act-on-exchange.ts'
import { dropReplacement } from './add-replacement.ts'

/**
 * Cancels an exchange before the belt is received: the reserved belt is released, and the member keeps theirs.
 * @throws ShopError 'not_possible' once the belt is back
 */
export async function cancelExchange(
  shop: Shop,
  { exchangeId, actor }: { exchangeId: string; actor: 'member' | 'staff' },
  alongside?: Alongside,
): Promise<Exchange> {
  return actOnExchange(
    shop,
    exchangeId,
    { act: 'cancel', actor },
    async (tx, { exchange }) => {
      await dropReplacement(tx, exchange)
      await abandonLabels(tx, eq(parcels.exchangeId, exchange.id))
      return { closedAt: shop.now() }
    },
    alongside,
  )
}
