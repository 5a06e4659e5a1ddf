import { randomUUID } from 'node:crypto'
import { and, count, eq, gt, or, sql } from 'drizzle-orm'
import { memberships, orderItems, orders, outbox } from '../../../db/schema.ts'
import type { AccountInput } from '../../../domain/account/calls.ts'
import { isEmail, normaliseEmail } from '../../../domain/email.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'

/** Links that one address is sent within an hour: more would be somebody else's joke. */
const mostAnHour = 5
const hour = 60 * 60_000

/**
 * Sends the way to an exchange to an address that belongs to the order. The answer is the same for one that does not,
 * and for one that was sent too many, so that nobody learns who has bought.
 * @throws ShopError 'invalid_body' for something that is no email address
 */
export async function askForReturn(shop: Shop, input: AccountInput<'askForReturn'>) {
  if (!isEmail(input.email)) {
    throw new ShopError('invalid_body', 'Please enter a valid email address.', {
      fields: { email: 'Please enter a valid email address.' },
    })
  }
  const email = normaliseEmail(input.email)
  const orderNumber = input.orderNumber.trim().toUpperCase()
  if ((await isOfOrder(shop, orderNumber, email)) && (await sentLately(shop, email)) < mostAnHour) {
    await shop.db.insert(outbox).values({
      kind: 'exchange-link',
      fact: randomUUID(),
      payload: { email, orderNumber },
      runAt: shop.now(),
      createdAt: shop.now(),
    })
    shop.wakeWorker()
  }
  return { success: true as const }
}

async function isOfOrder(shop: Shop, orderNumber: string, email: string): Promise<boolean> {
  const rows = await shop.db
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(
      and(
        eq(orders.orderNumber, orderNumber),
        or(eq(memberships.memberEmail, email), eq(memberships.payerEmail, email)),
      ),
    )
    .limit(1)
  return rows.length > 0
}

async function sentLately(shop: Shop, email: string): Promise<number> {
  const [row] = await shop.db
    .select({ links: count() })
    .from(outbox)
    .where(
      and(
        eq(outbox.kind, 'exchange-link'),
        sql`${outbox.payload}->>'email' = ${email}`,
        gt(outbox.createdAt, new Date(shop.now().getTime() - hour)),
      ),
    )
  return row?.links ?? 0
}
