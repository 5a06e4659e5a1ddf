import { eq } from 'drizzle-orm'
import { users } from '../../../db/schema.ts'
import type { AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import type { Staff } from '../staff.ts'

/** Who is signed in (spec §7 GET /api/auth/me): as `user`, and the same at the top for whoever reads it there. */
export async function me(shop: Shop, _input: unknown, staff: Staff): Promise<AdminReply<'me'>> {
  const [row] = await shop.db.select({ email: users.email }).from(users).where(eq(users.id, staff.userId))
  const { userId: id, username, role: staffRole, mustChangePassword, mustSetUpTwoStep } = staff
  const asSpecified = { id, username, isAdmin: true, role: 'admin' } as const
  return {
    user: { ...asSpecified, email: row?.email ?? null, staffRole, mustChangePassword, mustSetUpTwoStep },
    ...asSpecified,
  }
}
