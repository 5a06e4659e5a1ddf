import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { accountLinks, accountSessions, outbox } from '../../db/schema.ts'
import type { Shop } from '../shop/shop.ts'
import { revokeManageLinks } from './manage-link.ts'
import type { AccountCaller, Member } from './member.ts'
import { endMemberSession } from './member-session.ts'

/** Milliseconds a gift's link is kept after its end, so that its page can still say what it was. */
const keptAfterEnd = 90 * 24 * 60 * 60_000

/** Deletes members' expired links and sessions. Safe in several processes at once. */
export async function pruneAccountAccess(shop: Shop) {
  const now = shop.now()
  await shop.db.delete(accountSessions).where(lt(accountSessions.expiresAt, now))
  await shop.db
    .delete(accountLinks)
    .where(
      or(
        and(eq(accountLinks.purpose, 'sign-in'), lt(accountLinks.expiresAt, now)),
        lt(accountLinks.expiresAt, new Date(now.getTime() - keptAfterEnd)),
      ),
    )
}

/**
 * Signs out every device of this address and invalidates everything that could sign in another: unopened links, links whose
 * emails haven't been sent, and the signed links in emails about money.
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
    await revokeManageLinks(tx, shop, email)
  })
  caller.keep(null)
  return { success: true as const }
}

/** Signs this device out. */
export async function signOutMember(shop: Shop, _input: unknown, member: Member, caller: AccountCaller) {
  await endMemberSession(shop, member)
  caller.keep(null)
  return { success: true as const }
}
