import { and, eq, isNotNull, or } from 'drizzle-orm'
import { outbox } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'

/**
 * Sends a mail once more, or tries one again that could not be sent. What waits for its day goes on waiting.
 * @throws ShopError 'not_found', 'not_possible'
 */
export async function sendMailAgain(
  shop: Shop,
  { mailId }: AdminInput<'sendMailAgain'>,
  staff: Staff,
): Promise<AdminReply<'sendMailAgain'>> {
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    const [before] = await tx.select().from(outbox).where(eq(outbox.id, mailId)).for('update')
    if (!before) throw new ShopError('not_found', 'There is no such mail. Load the page again.')
    const [row] = await tx
      .update(outbox)
      .set({ sentAt: null, droppedBecause: null, lastError: null, attempts: 0, runAt: now })
      .where(and(eq(outbox.id, mailId), or(isNotNull(outbox.sentAt), isNotNull(outbox.lastError))))
      .returning({ id: outbox.id })
    if (!row) throw new ShopError('not_possible', 'This mail is on its way already, or waits for its day.')
    await audit(tx, staff, now, {
      action: 'mail.send-again',
      entity: 'outbox',
      entityId: mailId,
      before: { sentAt: before.sentAt, problem: before.lastError ?? before.droppedBecause },
    })
  })
  shop.wakeWorker()
  return { success: true }
}
