import { eq } from 'drizzle-orm'
import { boxes } from '../../db/schema.ts'
import { boxState } from '../../db/states.ts'
import { putBackPiece } from '../curation/free-pieces.ts'
import type { Shop } from '../shop.ts'
import { type Alongside, actOnExchange, type Exchange } from './act-on-exchange.ts'
import { tellOfExchange } from './tell-of-exchange.ts'

/**
 * The belt is back: its replacement may ship, its money or credit may be given.
 * @param input.isAsNew it goes back on the shelf
 * @throws ShopError 'not_possible' when it is not waited for
 */
export async function receiveReturn(
  shop: Shop,
  { exchangeId, isAsNew }: { exchangeId: string; isAsNew: boolean },
  alongside?: Alongside,
): Promise<Exchange> {
  return actOnExchange(
    shop,
    exchangeId,
    { act: 'receive', actor: 'staff' },
    async (tx, { exchange, box }) => {
      if (isAsNew && box.productId && box.size)
        await putBackPiece(tx, { productId: box.productId, size: box.size })
      if (exchange.replacementBoxId) {
        await tx
          .update(boxes)
          .set({ state: boxState.to('assigned', boxes.state), holdReason: null })
          .where(eq(boxes.id, exchange.replacementBoxId))
      }
      await tellOfExchange(tx, shop, 'return-received', exchange)
      return { receivedAt: shop.now() }
    },
    alongside,
  )
}
