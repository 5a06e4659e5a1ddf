import { createHash } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { sessions, users } from '../../db/schema.ts'
import type { Role } from '../../domain/admin/roles.ts'
import type { Shop } from '../shop.ts'
import type { Staff } from './staff.ts'

/** What the database keeps of a token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Who is signed in with this token; null for one that is unknown or over. */
export async function findStaff(shop: Shop, token: string, address: string): Promise<Staff | null> {
  const [row] = await shop.db
    .select({ userId: users.id, username: users.username, role: users.role, sessionId: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash(token)),
        gt(sessions.expiresAt, shop.now()),
        eq(users.isAdmin, true),
        isNull(users.disabledAt),
      ),
    )
  return row ? { ...row, role: row.role as Role, address } : null
}
