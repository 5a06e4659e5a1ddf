import { randomUUID } from 'node:crypto'
import { and, count, eq, gt, or } from 'drizzle-orm'
import { memberships, outbox } from '../../../db/schema.ts'
import type { AccountInput } from '../../../domain/account/calls.ts'
import { isEmail, normaliseEmail } from '../../../domain/email.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'

/** Links that one address is sent within an hour: more would be somebody else's joke. */
const mostAnHour = 5
const hour = 60 * 60_000

/**
 * Sends the way in to an address that has a membership. The answer is the same for one that has none, and for one that
 * was sent too many, so that nobody learns who is a member (club.md "The member's page").
 * @throws ShopError 'invalid_body' for something that is no email address
 */
export async function askForLink(shop: Shop, input: AccountInput<'askForLink'>) {
  if (!isEmail(input.email)) {
    throw new ShopError('invalid_body', 'Please enter a valid email address.', {
      fields: { email: 'Please enter a valid email address.' },
    })
  }
  const email = normaliseEmail(input.email)
  if ((await hasMembership(shop, email)) && (await sentLately(shop, email)) < mostAnHour) {
    // The token is made when the mail is written, so that none lies in the outbox.
    await shop.db.insert(outbox).values({
      kind: 'magic-link',
      fact: randomUUID(),
      payload: { email },
      runAt: shop.now(),
      createdAt: shop.now(),
    })
    shop.wakeWorker()
  }
  return { success: true as const }
}

async function hasMembership(shop: Shop, email: string): Promise<boolean> {
  const rows = await shop.db
    .select({ id: memberships.id })
    .from(memberships)
    .where(or(eq(memberships.memberEmail, email), eq(memberships.payerEmail, email)))
    .limit(1)
  return rows.length > 0
}

async function sentLately(shop: Shop, email: string): Promise<number> {
  const [row] = await shop.db
    .select({ links: count() })
    .from(outbox)
    .where(
      and(
        eq(outbox.kind, 'magic-link'),
        eq(outbox.payload, { email }),
        gt(outbox.createdAt, new Date(shop.now().getTime() - hour)),
      ),
    )
  return row?.links ?? 0
}
