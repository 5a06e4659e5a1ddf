import { and, eq, lt, or } from 'drizzle-orm'
import { accountLinks, accountSessions } from '../../../db/schema.ts'
import type { Shop } from '../../shop.ts'

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
