import { sql } from 'drizzle-orm'
import { rowsOf, type Transaction } from '../../db/database.ts'
import { contactMessages } from '../../db/schema.ts'
import type { ParsedBody, Reply } from '../../domain/api.ts'
import { type ContactMessage, contactErrors } from '../../domain/contact.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { ShopError } from '../../domain/errors.ts'
import { messages } from '../../domain/messages.ts'
import { causedBy } from '../limits/causer.ts'
import { countHit, limitCaller } from '../limits/count-hits.ts'
import { countMail, isAttacked, limitMail } from '../limits/proof-of-work.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { Caller } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'

/** Messages accepted per hour from one address, and from its widest network. */
const maxPerCaller: [number, number] = [60, 120]
/** How many of these are also emailed to support: per address, and in total. */
const [maxPerPerson, maxMailed] = [20, 100]

/**
 * POST /api/contact: stores the message and, in the same transaction, queues the emails to support and to the writer.
 * @throws ShopError 'invalid_body' with the messages of spec §5, 'proof_needed' or 'too_many_requests' for a caller who
 *   sends too many
 */
export async function sendContactMessage(
  shop: Shop,
  body: ParsedBody<'sendContactMessage'>,
  caller: Caller,
): Promise<Reply<'sendContactMessage'>> {
  const contact: ContactMessage = { ...body, category: body.category ?? '' }
  const fields = contactErrors(contact)
  const [sentence] = Object.values(fields)
  if (sentence) throw new ShopError('invalid_body', sentence, { fields })
  const tooOften = 'That’s a lot of messages from one place. Try again in an hour.'
  const own = await limitCaller(shop, 'contact', caller.address, maxPerCaller, tooOften)
  const mayBeAnswered = await limitMail(shop, caller, contact.email, 'contact').catch((error) =>
    withoutAnswer(shop, error),
  )
  // Every message is stored and appears in the admin's inbox; during a flood not every one is emailed too.
  const isMailed = own <= maxPerPerson && (await countHit(shop, 'contact', causedBy.everyone)) <= maxMailed
  const typed = {
    name: contact.name.trim(),
    // The database can't lowercase every letter, and must find all of someone's messages (account/privacy).
    email: normalizeEmail(contact.email),
    subject: contact.subject.trim(),
    category: contact.category || null,
    orderNumber: contact.orderNumber.trim() || null,
    message: contact.message.trim(),
  } satisfies Record<keyof ContactMessage, string | null>
  await shop.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(contactMessages)
      .values({
        ...typed,
        verifiedBy: (await isTheirOrder(tx, contact)) ? 'order' : null,
        ...{ waitingSince: shop.now(), createdAt: shop.now() },
      })
      .returning({ id: contactMessages.id })
    const about = { messageId: row!.id }
    if (isMailed) await enqueueMail(tx, shop, { kind: 'contact-to-support', about })
    // Anyone may have typed this address, so the emails to it are limited.
    if (mayBeAnswered && (await countMail({ ...shop, db: tx }, contact.email, 'contact')))
      await enqueueMail(tx, shop, { kind: 'contact-acknowledgement', about })
  })
  shop.wakeWorker()
  return { success: true, message: messages.contact.success }
}

/** Whether the writer knows the number of an order that belongs to the address, which anyone may type. */
async function isTheirOrder(tx: Transaction, { email, orderNumber }: ContactMessage): Promise<boolean> {
  const number = orderNumber.trim().toUpperCase()
  if (number === '') return false
  const theirs = normalizeEmail(email)
  const [order] = await rowsOf(
    tx,
    sql`select 1 from orders o left join order_items i on i.order_id = o.id left join memberships m on m.order_item_id = i.id
      where o.order_number = ${number} and ${theirs} in (lower(trim(o.purchaser_email)), m.payer_email, m.member_email) limit 1`,
  )
  return order !== undefined
}

/**
 * Stores a message even if its writer may cause no more emails; proof of work is required only while the shop is under
 * attack.
 */
async function withoutAnswer(shop: Shop, error: unknown): Promise<false> {
  const code = error instanceof ShopError && error.code
  if (code === 'too_many_requests' || (code === 'proof_needed' && !(await isAttacked(shop, 'mails'))))
    return false
  throw error
}
