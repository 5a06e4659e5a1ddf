import { eq } from 'drizzle-orm'
import { users } from '../../db/schema.ts'
import type { AdminReply } from '../../domain/admin/calls.ts'
import type { Shop } from '../shop.ts'
import type { Staff } from './staff.ts'

/** Who is signed in (spec §7 GET /api/auth/me). */
export async function me(shop: Shop, _input: unknown, staff: Staff): Promise<AdminReply<'me'>> {
  const [row] = await shop.db.select({ email: users.email }).from(users).where(eq(users.id, staff.userId))
  const { userId: id, username, role: staffRole } = staff
  return { user: { id, username, email: row?.email ?? null, isAdmin: true, role: 'admin', staffRole } }
}
