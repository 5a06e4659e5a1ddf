import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { passkeys, sessions, settings, users } from '../../../db/schema.ts'
import type { Role } from '../../../domain/admin/roles.ts'
import type { Shop } from '../../shop.ts'
import type { Staff } from '../staff.ts'
import { keepSession } from './keep-session.ts'
import { sessionLimits } from './session-limits.ts'
import { tokenHash } from './token.ts'

export type FoundSession = {
  staff: Staff
  /** set when the token was replaced: the browser must keep this one from now on */
  renewed: { token: string; expiresAt: Date } | null
}

/** Whether the shop asks this one for a second step that is not set up (domain/admin/setting-calls.ts). */
export const lacksTwoStep = sql<boolean>`(${users.role} = 'owner' and ${users.totpConfirmedAt} is null
  and not exists (select from ${passkeys} where ${passkeys.userId} = ${users.id})
  and exists (select from ${settings} where ${settings.key} = 'ownersNeedTwoStep'))`

/** Who is signed in with this token; null for one that is unknown, replaced, or over. */
export async function findSession(shop: Shop, token: string, address: string): Promise<FoundSession | null> {
  const now = shop.now()
  const hash = tokenHash(token)
  const [row] = await shop.db
    .select({ session: sessions, user: users, lacksTwoStep })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        or(eq(sessions.tokenHash, hash), eq(sessions.previousTokenHash, hash)),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, new Date(now.getTime() - sessionLimits.idle)),
        eq(users.isAdmin, true),
        isNull(users.disabledAt),
      ),
    )
  if (!row) return null
  const { session, user, lacksTwoStep: mustSetUpTwoStep } = row
  const { previousEndsAt } = session
  if (session.tokenHash !== hash && previousEndsAt && previousEndsAt <= now) return null
  const { id: userId, username, mustChangePassword } = user
  const staff = {
    userId,
    username,
    role: user.role as Role,
    sessionId: session.id,
    address,
    mustChangePassword,
    mustSetUpTwoStep,
  }
  return { staff, renewed: await keepSession(shop, session, hash) }
}
