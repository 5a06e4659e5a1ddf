import { eq } from 'drizzle-orm'
import { contactMessages } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { requireMessage } from './require-message.ts'

/** Puts a message away, or takes it up again. @throws ShopError 'not_found' */
export async function setMessageDone(
  shop: Shop,
  { messageId, done }: AdminInput<'setMessageDone'>,
  staff: Staff,
): Promise<AdminReply<'setMessageDone'>> {
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    const message = await requireMessage(tx, messageId)
    if ((message.doneAt !== null) === done) return
    await tx
      .update(contactMessages)
      .set({ doneAt: done ? now : null })
      .where(eq(contactMessages.id, messageId))
    await audit(tx, staff, now, {
      action: done ? 'message.done' : 'message.reopen',
      entity: 'contact_messages',
      entityId: messageId,
      before: { done: !done },
      after: { done },
    })
  })
  return { success: true }
}
