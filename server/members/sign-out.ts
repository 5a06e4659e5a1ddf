import { and, eq, lt, or } from 'drizzle-orm'
import { accountLinks, accountSessions } from '../../db/schema.ts'
import type { Shop } from '../shop/shop.ts'
import type { AccountCaller, Member } from './member.ts'

import { endMemberSession } from './member-session.ts'

/** Milliseconds for which the link of a gift is known after its end, so that its page can say what it was. */
const keptAfterEnd = 90 * 24 * 60 * 60_000

/** Deletes links and sessions of members that let nobody in any more. Safe in any number of processes at once. */
export async function forgetOldAccountAccess(shop: Shop) {
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

/** Signs out every device on which a link to this address was opened. */
export async function signOutEverywhere(shop: Shop, _input: unknown, member: Member, caller: AccountCaller) {
  await shop.db.delete(accountSessions).where(eq(accountSessions.email, member.email))
  caller.keep(null)
  return { success: true as const }
}

/** Signs this device out. */
export async function signOutMember(shop: Shop, _input: unknown, member: Member, caller: AccountCaller) {
  await endMemberSession(shop, member)
  caller.keep(null)
  return { success: true as const }
}
