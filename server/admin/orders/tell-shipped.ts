import type { Transaction } from '../../../db/database.ts'
import { tell } from '../../billing/tell.ts'
import type { Shop } from '../../shop.ts'

/** The mail to the buyer that a parcel has left: once per order and tracking number (server/emails/order-shipped.ts). */
export async function tellShipped(tx: Transaction, shop: Shop, orderId: string, trackingNumber: string) {
  await tell(tx, shop, { kind: 'order-shipped', fact: `${orderId}:${trackingNumber}` })
}
