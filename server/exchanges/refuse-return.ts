import type { Shop } from '../shop.ts'
import { type Alongside, actOnExchange, type Exchange } from './act-on-exchange.ts'
import { dropReplacement } from './add-replacement.ts'
import { tellOfExchange } from './tell-of-exchange.ts'

/**
 * Ends an exchange without a remedy, for a belt that came back worn: it is sent to the member again (spec §1 "original
 * unworn condition").
 * @param input.reason what the member is told
 * @throws ShopError 'not_possible' before it is received, or after the remedy
 */
export async function refuseReturn(
  shop: Shop,
  { exchangeId, reason }: { exchangeId: string; reason: string },
  alongside?: Alongside,
): Promise<Exchange> {
  return actOnExchange(
    shop,
    exchangeId,
    { act: 'close', actor: 'staff' },
    async (tx, { exchange }) => {
      await dropReplacement(tx, exchange)
      await tellOfExchange(tx, shop, 'return-refused', exchange)
      return { closedAt: shop.now(), note: [exchange.note, reason.trim()].filter(Boolean).join('\n') }
    },
    alongside,
  )
}
