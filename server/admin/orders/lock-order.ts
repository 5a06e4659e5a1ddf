import { eq } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { orders } from '../../../db/schema.ts'
import { ShopError } from '../../../domain/errors.ts'

/** The order's row, held until the transaction ends. @throws ShopError 'not_found' */
export async function lockOrder(tx: Transaction, orderId: string) {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
  if (!order) throw new ShopError('not_found', 'There is no such order. Load the page again.')
  return order
}
