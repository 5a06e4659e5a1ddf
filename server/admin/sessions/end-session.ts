import { and, eq } from 'drizzle-orm'
import { sessions } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'

/** Ends one of one's own sessions, on another device. @throws ShopError 'not_found' */
export async function endSession(
  shop: Shop,
  { sessionId }: AdminInput<'endSession'>,
  staff: Staff,
): Promise<AdminReply<'endSession'>> {
  await shop.db.transaction(async (tx) => {
    const [ended] = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, staff.userId)))
      .returning({ address: sessions.address })
    if (!ended) throw new ShopError('not_found', 'This device is no longer signed in.')
    await audit(tx, staff, shop.now(), {
      action: 'session.end',
      entity: 'users',
      entityId: staff.userId,
      before: ended,
    })
  })
  return { success: true }
}
