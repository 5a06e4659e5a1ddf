import { eq } from 'drizzle-orm'
import { memberships, orderItems, orders } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { normalizeEmail } from '../../../domain/email.ts'
import { ShopError } from '../../../domain/errors.ts'
import { trackRecords } from '../../members/track-records.ts'
import type { Shop } from '../../shop/shop.ts'

/**
 * The record of whoever bought an order, pays for it or wears its belts, or of a typed address: it stands beside whatever
 * gives money or goods. @throws ShopError 'not_found'
 */
export async function readTrackRecord(
  shop: Shop,
  { orderId, email }: AdminInput<'readTrackRecord'>,
): Promise<AdminReply<'readTrackRecord'>> {
  const emails = orderId ? await emailsOf(shop, orderId) : email?.trim() ? [normalizeEmail(email)] : []
  if (emails.length === 0) return { trackRecord: [] }
  return { trackRecord: (await trackRecords(shop, [{ key: '', emails }])).get('') ?? [] }
}

async function emailsOf(shop: Shop, orderId: string): Promise<string[]> {
  const rows = await shop.db
    .select({
      buyer: orders.purchaserEmail,
      payer: memberships.payerEmail,
      wearer: memberships.memberEmail,
    })
    .from(orders)
    .leftJoin(orderItems, eq(orderItems.orderId, orders.id))
    .leftJoin(memberships, eq(memberships.orderItemId, orderItems.id))
    .where(eq(orders.id, orderId))
  if (rows.length === 0) throw new ShopError('not_found', 'We can’t find that order. Reload the page.')
  const all = rows
    .flatMap(({ buyer, payer, wearer }) => [buyer, payer, wearer])
    .filter((each) => each !== null)
  return [...new Set(all.map(normalizeEmail))]
}
