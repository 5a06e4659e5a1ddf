import { contactMessages, outbox } from '../../db/schema.ts'
import type { ParsedBody, Reply } from '../../domain/api.ts'
import { type ContactMessage, contactErrors } from '../../domain/contact.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { ShopError } from '../../domain/errors.ts'
import { messages } from '../../domain/messages.ts'
import { recordAttempt } from '../members/limit-links.ts'
import type { Caller } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'

/**
 * POST /api/contact: keeps the message and, in the same transaction, the mails to support and to who wrote.
 * @throws ShopError 'invalid_body' with the sentences of spec §5, 'too_many_requests' for a caller that writes without end
 */
export async function sendContactMessage(
  shop: Shop,
  body: ParsedBody<'sendContactMessage'>,
  caller: Caller,
): Promise<Reply<'sendContactMessage'>> {
  const contact: ContactMessage = {
    ...body,
    category: body.category ?? '',
    orderNumber: body.orderNumber ?? '',
  }
  const fields = contactErrors(contact)
  const [sentence] = Object.values(fields)
  if (sentence) throw new ShopError('invalid_body', sentence, { fields })
  const mayBeAnswered = await recordAttempt(shop, 'contact', normaliseEmail(contact.email), caller.address)
  await shop.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(contactMessages)
      .values({
        name: contact.name.trim(),
        email: contact.email.trim(),
        subject: contact.subject.trim(),
        category: contact.category || null,
        orderNumber: contact.orderNumber.trim() || null,
        message: contact.message.trim(),
        createdAt: shop.now(),
      })
      .returning({ id: contactMessages.id })
    const mail = { fact: row!.id, runAt: shop.now(), createdAt: shop.now() }
    await tx.insert(outbox).values([
      { ...mail, kind: 'contact-to-support' },
      // Anybody may have typed this address in: it is not told for ever.
      ...(mayBeAnswered ? [{ ...mail, kind: 'contact-acknowledgement' }] : []),
    ])
  })
  shop.wakeWorker()
  return { success: true, message: messages.contact.success }
}
