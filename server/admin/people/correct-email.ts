import { and, eq, inArray, or } from 'drizzle-orm'
import { memberships, orderItems, orders } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { normalizeEmail } from '../../../domain/email.ts'
import { ShopError } from '../../../domain/errors.ts'
import { newId } from '../../../domain/id.ts'
import { endCorrections, requireUnused } from '../../members/correction-link.ts'
import { boughtBy, personIdOf } from '../../members/member.ts'
import { enqueueMail } from '../../outbox/enqueue-mail.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { emailsOfPerson } from './read-person.ts'

/**
 * Asks the right address of orders that were made with a mistyped one, and tells the mistyped one. Nothing moves before the
 * right one's reader has confirmed (docs/decisions/136). A later request replaces an earlier one.
 * @throws ShopError 'not_found', 'not_possible' if the right address is in use or an order isn't theirs
 */
export async function correctEmail(
  shop: Shop,
  { personId, email: typed, orderIds: picked, reason }: AdminInput<'correctEmail'>,
  staff: Staff,
): Promise<AdminReply<'correctEmail'>> {
  const emails = await emailsOfPerson(shop, personId)
  const email = normalizeEmail(typed)
  if (emails.includes(email)) throw new ShopError('not_possible', 'Their emails go to this address already.')
  await requireUnused(shop.db, email)
  const orderIds = [...new Set(picked)]
  const fromEmail = await addressOf(shop, emails, orderIds)
  const { userId, username } = staff
  await shop.db.transaction(async (tx) => {
    await endCorrections(tx, fromEmail)
    const about = { correctionId: newId() }
    await enqueueMail(
      tx,
      shop,
      {
        ...{ kind: 'email-correction', about },
        payload: { email, fromEmail, orderIds, state: 'asked', userId, username },
      },
      { kind: 'email-moving', about, payload: { email: fromEmail } },
    )
    await audit(tx, staff, shop.now(), {
      ...{ action: 'person.correct-email', entity: 'people', entityId: personIdOf(fromEmail) },
      after: { to: personIdOf(email), orders: orderIds.length, reason: reason.trim() },
    })
  })
  shop.wakeWorker()
  return { success: true }
}

/** The one address of theirs that all these orders are under. @throws ShopError 'not_possible' */
async function addressOf(shop: Shop, emails: string[], orderIds: string[]): Promise<string> {
  for (const email of emails) {
    const rows = await shop.db
      .selectDistinct({ id: orders.id })
      .from(orders)
      .leftJoin(orderItems, eq(orderItems.orderId, orders.id))
      .leftJoin(memberships, eq(memberships.orderItemId, orderItems.id))
      .where(and(inArray(orders.id, orderIds), or(boughtBy([email]), eq(memberships.payerEmail, email))))
    if (rows.length === orderIds.length) return email
    if (rows.length > 0)
      throw new ShopError('not_possible', `Correct one address at a time. Choose only orders of ${email}.`)
  }
  throw new ShopError('not_possible', 'These orders aren’t theirs anymore. Reload the page.')
}
