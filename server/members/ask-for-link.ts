import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { memberships, outbox } from '../../db/schema.ts'
import type { AccountInput } from '../../domain/account/calls.ts'
import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { ShopError } from '../../domain/errors.ts'
import { knownTo } from '../memberships/secret-gifts.ts'
import type { Shop } from '../shop/shop.ts'
import { countLinkWish } from './limit-links.ts'
import type { AccountCaller, Member } from './member.ts'

/**
 * Sends the way in to an address that has a membership. The answer, and the work for it, is the same for one that has
 * none, for one whose only gift is a secret yet, and for one that was sent too many, so that nobody learns who is a member (club-rules.md "The member's page").
 * @throws ShopError 'invalid_body' for something that is no email address, 'too_many_requests' for a caller that asks
 *   for many
 */
export async function askForLink(
  shop: Shop,
  input: AccountInput<'askForLink'>,
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
  await writeMail(shop, email, mayBeSent)
  shop.wakeWorker()
  return { success: true as const }
}

// One statement whether or not a mail comes of it: nothing to measure from outside. The token is made when the mail is
// written, so that none lies in the outbox.
async function writeMail(shop: Shop, email: string, mayBeSent: boolean) {
  const now = shop.now().toISOString()
  await shop.db.execute(sql`
    insert into ${outbox} (kind, fact, payload, run_at, created_at)
    select 'magic-link', ${randomUUID()}, jsonb_build_object('email', ${email}::text), ${now}::timestamptz, ${now}::timestamptz
    where ${mayBeSent}::boolean and exists (
      select 1 from ${memberships} where ${knownTo(shop, email)}
    )
  `)
}
