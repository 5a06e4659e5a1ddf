import { eq } from 'drizzle-orm'
import { orders } from '../../db/schema.ts'
import type { MailContent } from '../outbox/renderers.ts'
import type { Shop } from '../shop.ts'

export async function orderConfirmation(shop: Shop, orderId: string): Promise<MailContent> {
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId))
  return { to: order?.purchaserEmail ?? '', subject: `Order ${order?.orderNumber}`, html: '', text: '' }
}
