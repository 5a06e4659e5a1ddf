import { eq } from 'drizzle-orm'
import { type boxes, type memberships, people } from '../../db/schema.ts'
import type { Shop } from '../shop/shop.ts'

type Box = Pick<typeof boxes.$inferSelect, 'personId'>
type Membership = typeof memberships.$inferSelect

/**
 * The email of whoever a box was sent to. A box that left before a handover is still the former wearer's: the next one
 * must not read about it (docs/decisions/089). Null if there's no address.
 */
export async function wearerOfBox(shop: Shop, box: Box, membership: Membership): Promise<string | null> {
  const { theirsSince, personId, isGift, memberEmail, payerEmail } = membership
  if (!theirsSince || box.personId === personId) return isGift ? memberEmail : (memberEmail ?? payerEmail)
  const [former] = await shop.db.select({ key: people.key }).from(people).where(eq(people.id, box.personId))
  return /^email:(.+)$/.exec(former?.key ?? '')?.[1] ?? null
}
