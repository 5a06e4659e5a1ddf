import { inArray } from 'drizzle-orm'
import { boxes, storeCredit } from '../../db/schema.ts'
import { boxState } from '../../db/states.ts'
import { refuseDisputed } from '../billing/reserve-refund.ts'
import type { Shop } from '../shop.ts'
import { type Alongside, actOnExchange, type Exchange } from './act-on-exchange.ts'
import { paidBox } from './sent-box.ts'
import { tellOfExchange } from './tell-of-exchange.ts'

/**
 * Gives a gift's recipient the belt's value as store credit that does not expire (club.md "The gift"). The value without
 * its tax: what is bought with it is taxed on what is left to pay, so that the tax of one belt is paid once.
 * @throws ShopError 'not_possible' before it is received, while the bank examines the payment, and when it gave it back
 */
export async function creditReturn(
  shop: Shop,
  { exchangeId }: { exchangeId: string },
  alongside?: Alongside,
): Promise<Exchange> {
  return actOnExchange(
    shop,
    exchangeId,
    { act: 'credit', actor: 'staff' },
    async (tx, { exchange, box }) => {
      const paid = await paidBox(tx, box)
      await refuseDisputed(tx, [paid])
      await tx
        .update(boxes)
        .set({ state: boxState.to('returned', boxes.state) })
        .where(inArray(boxes.id, [paid.id, box.id]))
      await tx.insert(storeCredit).values({
        personId: box.personId,
        amountCents: paid.valueCents,
        reason: 'return',
        reference: `exchange:${exchange.id}`,
        createdAt: shop.now(),
      })
      await tellOfExchange(tx, shop, 'return-credited', exchange)
      return { settledAt: shop.now() }
    },
    alongside,
  )
}
