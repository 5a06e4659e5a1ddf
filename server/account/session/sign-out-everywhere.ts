import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { accountLinks, accountSessions, outbox } from '../../../db/schema.ts'
import type { Shop } from '../../shop.ts'
import type { AccountCaller, Member } from '../member.ts'

/**
 * Signs out every device on which a link to this address was opened, and ends what could sign in another: links that lie
 * unopened in the mailbox, and those whose mail has not left.
 */
export async function signOutEverywhere(shop: Shop, _input: unknown, member: Member, caller: AccountCaller) {
  const { email } = member
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    await tx
      .update(outbox)
      .set({ sentAt: now, droppedBecause: 'its reader signed out everywhere' })
      .where(
        and(
          inArray(outbox.kind, ['magic-link', 'exchange-link']),
          isNull(outbox.sentAt),
          sql`${outbox.payload} ->> 'email' = ${email}`,
        ),
      )
    await tx
      .update(accountLinks)
      .set({ usedAt: now })
      .where(
        and(eq(accountLinks.email, email), eq(accountLinks.purpose, 'sign-in'), isNull(accountLinks.usedAt)),
      )
    await tx.delete(accountSessions).where(eq(accountSessions.email, email))
  })
  caller.keep(null)
  return { success: true as const }
}
