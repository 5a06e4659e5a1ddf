import { eq, inArray } from 'drizzle-orm'
import { boxes } from '../../db/schema.ts'
import { boxState } from '../../db/states.ts'
import { finishRefund } from '../billing/finish-refund.ts'
import { refuseDisputed, reserveRefund } from '../billing/reserve-refund.ts'
import type { Shop } from '../shop.ts'
import { type Alongside, actOnExchange, type Exchange } from './act-on-exchange.ts'
import { paidBox } from './sent-box.ts'

/**
 * Gives the money of a belt that came back to the payment that bought it, with its share of the tax (spec §1 "full
 * refund to the original payment method"). Written before the provider is asked, as every refund: a crash leaves a row
 * that finish-refunds.ts completes. The belt still counts as sent to its person.
 * @throws ShopError 'not_possible' before it is received, while the bank examines the payment, and when it gave it back
 */
export async function refundReturn(
  shop: Shop,
  { exchangeId }: { exchangeId: string },
  alongside?: Alongside,
): Promise<Exchange> {
  const done = await actOnExchange(
    shop,
    exchangeId,
    { act: 'refund', actor: 'staff' },
    async (tx, { box }) => {
      const paid = await paidBox(tx, box)
      await refuseDisputed(tx, [paid])
      const refundId = await reserveRefund(tx, shop, paid.paymentId!, [paid])
      await tx
        .update(boxes)
        .set({ state: boxState.to('returned', boxes.state) })
        .where(inArray(boxes.id, [paid.id, box.id]))
      await tx.update(boxes).set({ refundId }).where(eq(boxes.id, paid.id))
      return { refundId, settledAt: shop.now() }
    },
    alongside,
  )
  if (done.refundId) await finishRefund(shop, done.refundId)
  return done
}
