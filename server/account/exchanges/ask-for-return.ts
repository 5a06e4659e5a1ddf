import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { memberships, orderItems, orders, outbox } from '../../../db/schema.ts'
import type { AccountInput } from '../../../domain/account/calls.ts'
import { isEmail, normaliseEmail } from '../../../domain/email.ts'
import { ShopError } from '../../../domain/errors.ts'
import { knownTo } from '../../memberships/secret-gifts.ts'
import type { Shop } from '../../shop.ts'
import type { AccountCaller, Member } from '../member.ts'
import { countLinkWish } from '../session/limit-links.ts'

/**
 * Sends the way to an exchange to an address that belongs to the order. The answer is the same for one that does not,
 * and for one that was sent too many, so that nobody learns who has bought.
 * @throws ShopError 'invalid_body' for something that is no email address, 'too_many_requests' for a caller that asks
 *   for many
 */
export async function askForReturn(
  shop: Shop,
  input: AccountInput<'askForReturn'>,
  _member: Member | null,
  caller: AccountCaller,
) {
  if (!isEmail(input.email)) {
    throw new ShopError('invalid_body', 'Please enter a valid email address.', {
      fields: { email: 'Please enter a valid email address.' },
    })
  }
  const email = normaliseEmail(input.email)
  const mayBeSent = await countLinkWish(shop, email, caller.address)
  await writeMail(shop, email, input.orderNumber.trim().toUpperCase(), mayBeSent)
  shop.wakeWorker()
  return { success: true as const }
}

// One statement whether or not a mail comes of it: nothing to measure from outside.
async function writeMail(shop: Shop, email: string, orderNumber: string, mayBeSent: boolean) {
  const now = shop.now().toISOString()
  await shop.db.execute(sql`
    insert into ${outbox} (kind, fact, payload, run_at, created_at)
    select 'exchange-link', ${randomUUID()},
      jsonb_build_object('email', ${email}::text, 'orderNumber', ${orderNumber}::text),
      ${now}::timestamptz, ${now}::timestamptz
    where ${mayBeSent}::boolean and exists (
      select 1 from ${memberships}
      join ${orderItems} on ${memberships.orderItemId} = ${orderItems.id}
      join ${orders} on ${orderItems.orderId} = ${orders.id}
      where ${orders.orderNumber} = ${orderNumber}
        and ${knownTo(shop, email)}
    )
  `)
}
