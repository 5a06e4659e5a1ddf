import { eq, sql } from 'drizzle-orm'
import { rowsOf, type Transaction } from '../../db/database.ts'
import { boxState } from '../../db/schema/states.ts'
import { boxes } from '../../db/schema.ts'
import { sentStates } from '../../domain/box.ts'
import { ShopError } from '../../domain/errors.ts'
import { reviewDay } from '../../domain/review.ts'
import { plainTracking } from '../../domain/tracking.ts'
import { takeFromStock } from '../curation/free-stock.ts'
import { lockInventory } from '../curation/inventory.ts'
import { isForDisputed } from '../ledger/disputes.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { type Alongside, actOnExchange, type Exchange, enqueueExchangeMail } from './act-on-exchange.ts'

/**
 * Ships the replacement: after the return is received, or right away for a damaged belt. Also sends a repaired belt back.
 * @throws ShopError 'not_possible' before that, without a complete address, or if the belt's payment is disputed or its
 *   dispute was lost
 */
export async function shipReplacement(
  shop: Shop,
  { exchangeId, trackingNumber }: { exchangeId: string; trackingNumber: string },
  alongside?: Alongside,
): Promise<Exchange> {
  return actOnExchange(
    shop,
    exchangeId,
    { act: 'ship', actor: 'staff' },
    async (tx, { exchange, membership }) => {
      if (exchange.remedy === 'repair') {
        await enqueueExchangeMail(tx, shop, 'replacement-shipped', exchange)
        return { settledAt: shop.now(), trackingNumber: plainTracking(trackingNumber) }
      }
      // Packing the drop also takes this unit: the stock lock makes one of the two see the other's change.
      await lockInventory(tx)
      const [box] = await tx.select().from(boxes).where(eq(boxes.id, exchange.replacementBoxId!))
      // It just shipped with its drop, with its own tracking number and email (file-exchanges.ts).
      if (sentStates.includes(box!.state)) return { settledAt: shop.now() }
      if (!hasAddress(membership.address)) {
        throw new ShopError('not_possible', 'This member’s address is incomplete. Ask for it, then ship.')
      }
      await refuseForDisputed(tx, box!.id)
      // If it was packed with the drop, its unit is already out of stock.
      if (box!.packedAt === null) await takeFromStock(tx, { productId: box!.productId!, size: box!.size! })
      const now = shop.now()
      await tx
        .update(boxes)
        .set({
          state: boxState.to('shipped', boxes.state),
          packedAt: box!.packedAt ?? now,
          shipTo: box!.shipTo ?? membership.address,
          trackingNumber: plainTracking(trackingNumber),
          shippedAt: now,
          reviewOn: reviewDay({ shippedOn: shopDay(shop), deliveredOn: null }),
        })
        .where(eq(boxes.id, box!.id))
      await enqueueExchangeMail(tx, shop, 'replacement-shipped', exchange)
      return { settledAt: now }
    },
    alongside,
  )
}

async function refuseForDisputed(tx: Transaction, boxId: string) {
  const found = await rowsOf(tx, sql`select 1 from boxes b where b.id = ${boxId} and ${isForDisputed}`)
  if (found.length > 0)
    throw new ShopError(
      'not_possible',
      'The bank is looking into the payment of this belt, or has given it back. If you win the dispute, it can ship. If it’s lost already, end this exchange instead.',
    )
}

function hasAddress(address: unknown): boolean {
  const parts = address as Record<string, unknown> | null
  return ['fullName', 'address', 'city', 'state', 'zipCode'].every((part) => {
    const value = parts?.[part]
    return typeof value === 'string' && value.trim() !== ''
  })
}
