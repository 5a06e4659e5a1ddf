import { and, eq, gt } from 'drizzle-orm'
import { contactMessages, contactReplies, outbox } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import type { Staff } from '../staff.ts'
import { requireMessage } from './require-message.ts'

/** Milliseconds in which the same words are one answer: a button pressed twice, or a lost reply that is tried again. */
const sameAnswer = 10 * 60_000

/** Answers a message by mail, once, and puts it away. @throws ShopError 'not_found' */
export async function answerMessage(
  shop: Shop,
  input: AdminInput<'answerMessage'>,
  staff: Staff,
): Promise<AdminReply<'answerMessage'>> {
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    await requireMessage(tx, input.messageId)
    const text = input.text.trim()
    const [sent] = await tx
      .select({ id: contactReplies.id })
      .from(contactReplies)
      .where(
        and(
          eq(contactReplies.messageId, input.messageId),
          eq(contactReplies.text, text),
          gt(contactReplies.createdAt, new Date(now.getTime() - sameAnswer)),
        ),
      )
    if (sent) return
    const [reply] = await tx
      .insert(contactReplies)
      .values({
        messageId: input.messageId,
        userId: staff.userId,
        username: staff.username,
        text,
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
