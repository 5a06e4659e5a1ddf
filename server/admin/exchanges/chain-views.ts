import { inArray } from 'drizzle-orm'
import { boxes, type exchanges } from '../../../db/schema.ts'
import type { ExchangeRow } from '../../../domain/admin/exchange-contracts.ts'
import { beltAccount, isKept, keptOf } from '../../../domain/belt-account.ts'
import { returnNumber } from '../../../domain/exchange.ts'
import { chainsOf } from '../../billing/belt-accounts.ts'
import { photosOf } from '../../exchanges/claim-photos.ts'
import { beltNames } from '../../exchanges/other-belts.ts'
import { type Box, paidBox } from '../../exchanges/sent-box.ts'
import type { Shop } from '../../shop/shop.ts'

/**
 * All that was asked for the belts that one price turned into, with the pictures, and what was kept and given back, so that
 * whoever decides about one sees the others. Null if there are no others.
 */
export async function chainView(
  shop: Shop,
  { exchange, box }: { exchange: typeof exchanges.$inferSelect; box: Box },
): Promise<ExchangeRow['chain']> {
  const paid = await paidBox(shop.db, box)
  const links = await chainsOf(shop.db, [paid.id])
  if (!links.some(({ exchangeId }) => exchangeId !== exchange.id)) return null
  const ids = links.map(({ exchangeId }) => exchangeId)
  const sent = await shop.db
    .select()
    .from(boxes)
    .where(
      inArray(
        boxes.id,
        links.map(({ boxId }) => boxId),
      ),
    )
  const names = await beltNames(
    shop.db,
    sent.flatMap(({ productId }) => productId ?? []),
  )
  const photos = await photosOf(shop, ids)
  const view = links.map((link) => {
    const { productId = null, size = null } = sent.find(({ id }) => id === link.boxId) ?? {}
    return {
      ...{ id: link.exchangeId, number: returnNumber(link.exchangeId) },
      ...{ kind: link.kind, remedy: link.remedy, state: link.state },
      belt: [names.get(productId ?? '') ?? 'A belt', ...(size ? [`size ${size}`] : [])].join(', '),
      createdAt: link.createdAt.toISOString(),
      photos: photos.filter(({ exchangeId }) => exchangeId === link.exchangeId).map(({ id }) => id),
      keptCents: keptOf(paid.valueCents, link),
      isKept: isKept(link),
    }
  })
  return { ...beltAccount(paid.valueCents, links), links: view }
}
