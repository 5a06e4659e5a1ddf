import { eq } from 'drizzle-orm'
import { sessions } from '../../../db/schema.ts'
import type { AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'

/** Ends this device's session (spec §7 POST /api/auth/logout). */
export async function signOut(shop: Shop, _input: unknown, staff: Staff): Promise<AdminReply<'signOut'>> {
  await shop.db.transaction(async (tx) => {
    await tx.delete(sessions).where(eq(sessions.id, staff.sessionId))
    await audit(tx, staff, shop.now(), { action: 'session.end', entity: 'users', entityId: staff.userId })
  })
  return { success: true }
}
