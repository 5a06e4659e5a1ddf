import { eq } from 'drizzle-orm'
import { contactMessages, contactReplies, outbox } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { requireMessage } from './require-message.ts'

/** Answers a message by mail and puts it away. @throws ShopError 'not_found' */
export async function answerMessage(
  shop: Shop,
  input: AdminInput<'answerMessage'>,
  staff: Staff,
): Promise<AdminReply<'answerMessage'>> {
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    await requireMessage(tx, input.messageId)
    const [reply] = await tx
      .insert(contactReplies)
      .values({
        messageId: input.messageId,
        userId: staff.userId,
        username: staff.username,
        text: input.text.trim(),
        createdAt: now,
      })
      .returning({ id: contactReplies.id })
    await tx
      .update(contactMessages)
      .set({ answeredAt: now, doneAt: now })
      .where(eq(contactMessages.id, input.messageId))
    await tx.insert(outbox).values({ kind: 'contact-answer', fact: reply!.id, runAt: now, createdAt: now })
    await audit(tx, staff, now, {
      action: 'message.answer',
      entity: 'contact_messages',
      entityId: input.messageId,
      after: { replyId: reply!.id },
    })
  })
  shop.wakeWorker()
  return { success: true }
}
