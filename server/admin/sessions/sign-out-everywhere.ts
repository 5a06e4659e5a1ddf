import { eq } from 'drizzle-orm'
import { sessions } from '../../../db/schema.ts'
import type { AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'

/** Ends every session of one's own, this one included. */
export async function signOutEverywhere(
  shop: Shop,
  _input: unknown,
  staff: Staff,
): Promise<AdminReply<'signOutEverywhere'>> {
  await shop.db.transaction(async (tx) => {
    await tx.delete(sessions).where(eq(sessions.userId, staff.userId))
    await audit(tx, staff, shop.now(), {
      action: 'session.end-all',
      entity: 'users',
      entityId: staff.userId,
    })
  })
  return { success: true }
}
