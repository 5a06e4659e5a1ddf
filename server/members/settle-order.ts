import { eq, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { memberships, orderItems, orders } from '../../db/schema.ts'
import { recipientPicksStyle } from '../../domain/quiz.ts'
import { recipientChoosesSize } from '../../domain/sizing.ts'

/**
 * Updates whether an order still waits for a recipient's choice, after a choice for one of its items: with several gifts it
 * waits until the last one is chosen (spec §3 needsStyleSelection).
 */
export async function settleOrder(tx: Transaction, orderItemId: string) {
  const left = sql`exists (select 1 from ${orderItems} i join ${memberships} m on m.order_item_id = i.id
    where i.order_id = ${orders.id} and (m.styles @> ${JSON.stringify([recipientPicksStyle])}::jsonb
      or m.size = ${recipientChoosesSize}))`
  await tx
    .update(orders)
    .set({ needsStyleSelection: left })
    .where(
      inArray(
        orders.id,
        tx.select({ id: orderItems.orderId }).from(orderItems).where(eq(orderItems.id, orderItemId)),
      ),
    )
}
