import { eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { boxes, type exchanges } from '../../db/schema.ts'
import { tell } from '../billing/tell.ts'
import type { Shop } from '../shop.ts'

export type ExchangeMailKind =
  | 'exchange-requested'
  | 'return-received'
  | 'replacement-shipped'
  | 'return-credited'
  | 'exchange-expired'
  | 'return-refused'

/** A mail about an exchange; its fact is "membership's id:exchange's id", so that the order's page finds it. */
export async function tellOfExchange(
  tx: Transaction,
  shop: Shop,
  kind: ExchangeMailKind,
  exchange: Pick<typeof exchanges.$inferSelect, 'id' | 'boxId'>,
) {
  const [box] = await tx
    .select({ membershipId: boxes.membershipId })
    .from(boxes)
    .where(eq(boxes.id, exchange.boxId))
  await tell(tx, shop, { kind, fact: `${box!.membershipId}:${exchange.id}` })
}
