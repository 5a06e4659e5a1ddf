import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { subscriberStatus } from '../../db/schema/states.ts'
import {
  accountLinks,
  accountSessions,
  boxes,
  checkouts,
  contactMessages,
  delays,
  exchangePhotos,
  handovers,
  manualOrders,
  membershipLinks,
  memberships,
  newsletterSubscribers,
  orderItems,
  orders,
  otherMailboxes,
  outbox,
  people,
  promotionCodes,
  reviews,
  shippingInfo,
} from '../../db/schema.ts'
import { personOf } from '../ledger/find-membership.ts'
import {
  type Correction,
  correctionOfLink,
  isIts,
  openOf,
  requireUnused,
  withState,
} from '../members/correction-link.ts'
import { revokeManageLinks } from '../members/manage-link.ts'
import { boughtBy, personIdOf } from '../members/member.ts'
import type { Shop } from '../shop/shop.ts'
import { audit } from '../staff/staff.ts'

/** The memberships of these orders that an address pays for or wears. */
async function membershipsOf(tx: Transaction, orderIds: string[], email: string) {
  const items = tx.select({ id: orderItems.id }).from(orderItems).where(inArray(orderItems.orderId, orderIds))
  return tx
    .select()
    .from(memberships)
    .where(
      and(
        inArray(memberships.orderItemId, items),
        or(eq(memberships.payerEmail, email), eq(memberships.memberEmail, email)),
      ),
    )
    .orderBy(asc(memberships.id))
    .for('update')
}

/**
 * Moves the orders of a correction to the right address, once its reader has pressed the button. The provider is told first:
 * if it doesn't answer, nothing has moved, and the button works again.
 * @returns false if the link is no longer good
 * @throws ShopError 'not_possible' if the address has been used since
 */
export async function confirmCorrection(shop: Shop, token: string): Promise<boolean> {
  const asked = await correctionOfLink(shop, token)
  if (!asked) return false
  const { id, email, fromEmail, orderIds } = asked
  await requireUnused(shop.db, email)
  await tellProvider(shop, asked)
  const isDone = await shop.db.transaction(async (tx) => {
    const rows = await tx.select().from(outbox).where(isIts(id)).for('update')
    if (!rows.some(({ payload }) => openOf(payload))) return false
    await requireUnused(tx, email)
    const own = await membershipsOf(tx, orderIds, fromEmail)
    const ids = own.map((membership) => membership.id)
    await moveOrders(tx, asked)
    await moveMemberships(tx, ids, asked)
    const isLeft = await hasMore(tx, fromEmail)
    await moveWearer(tx, own, asked, isLeft)
    await moveMails(tx, shop, asked, ids, isLeft)
    if (!isLeft) await closeAddress(tx, shop, asked)
    await sendReceiptAgain(tx, shop, orderIds)
    await tx
      .update(outbox)
      .set({ payload: withState('done') })
      .where(isIts(id))
    const { userId, username } = asked
    await audit(tx, { userId, username, role: 'owner' }, shop.now(), {
      ...{ action: 'person.email-corrected', entity: 'people', entityId: personIdOf(email) },
      after: { was: personIdOf(fromEmail), orders: orderIds.length },
    })
    return true
  })
  if (isDone) shop.wakeWorker()
  return isDone
}

async function tellProvider(shop: Shop, { email, fromEmail, orderIds }: Correction) {
  const rows = await shop.db
    .selectDistinct({
      bought: orders.stripeCustomerId,
      now: memberships.customerId,
      payer: memberships.payerEmail,
    })
    .from(orders)
    .leftJoin(orderItems, eq(orderItems.orderId, orders.id))
    .leftJoin(memberships, eq(memberships.orderItemId, orderItems.id))
    .where(inArray(orders.id, orderIds))
  const customers = rows.flatMap(({ bought, now, payer }) => (payer === fromEmail ? [now, bought] : [bought]))
  for (const customerId of new Set(customers))
    if (customerId) await shop.payments.setCustomerEmail({ customerId, email })
}

async function moveOrders(tx: Transaction, { email, fromEmail, orderIds }: Correction) {
  const picked = inArray(orders.id, orderIds)
  const isBuyer = and(picked, boughtBy([fromEmail]))
  await tx.update(orders).set({ purchaserEmail: email }).where(isBuyer)
  await tx
    .update(orders)
    .set({ giftRecipientEmail: email })
    .where(and(picked, sql`lower(trim(${orders.giftRecipientEmail})) = ${fromEmail}`))
  await tx
    .update(checkouts)
    .set({ purchaserEmail: email })
    .where(
      and(inArray(checkouts.orderId, orderIds), sql`lower(trim(${checkouts.purchaserEmail})) = ${fromEmail}`),
    )
  await tx
    .update(shippingInfo)
    .set({ email })
    .where(
      and(inArray(shippingInfo.orderId, orderIds), sql`lower(trim(${shippingInfo.email})) = ${fromEmail}`),
    )
  await tx
    .update(manualOrders)
    .set({ email })
    .where(and(inArray(manualOrders.orderId, orderIds), eq(manualOrders.email, fromEmail)))
  const numbers = tx.select({ number: orders.orderNumber }).from(orders).where(picked)
  await tx
    .update(contactMessages)
    .set({ email })
    .where(
      and(
        inArray(contactMessages.orderNumber, numbers),
        sql`lower(trim(${contactMessages.email})) = ${fromEmail}`,
      ),
    )
}

async function moveMemberships(tx: Transaction, ids: string[], { email, fromEmail }: Correction) {
  if (ids.length === 0) return
  const typed = sql`lower(trim(${memberships.address} ->> 'email')) = ${fromEmail}`
  await tx
    .update(memberships)
    .set({
      payerEmail: sql`case when ${memberships.payerEmail} = ${fromEmail} then ${email} else ${memberships.payerEmail} end`,
      memberEmail: sql`case when ${memberships.memberEmail} = ${fromEmail} then ${email} else ${memberships.memberEmail} end`,
      address: sql`case when ${typed} then ${memberships.address} || ${JSON.stringify({ email })}::jsonb else ${memberships.address} end`,
    })
    .where(inArray(memberships.id, ids))
  const isPassed = inArray(handovers.membershipId, ids)
  await tx
    .update(handovers)
    .set({ fromEmail: email })
    .where(and(isPassed, eq(handovers.fromEmail, fromEmail)))
  await tx
    .update(handovers)
    .set({ toEmail: email })
    .where(and(isPassed, eq(handovers.toEmail, fromEmail)))
  const ofThem = tx.select({ id: boxes.id }).from(boxes).where(inArray(boxes.membershipId, ids))
  await tx
    .update(exchangePhotos)
    .set({ email })
    .where(and(inArray(exchangePhotos.boxId, ofThem), eq(exchangePhotos.email, fromEmail)))
  await tx
    .update(delays)
    .set({ answeredBy: email })
    .where(and(inArray(delays.boxId, ofThem), eq(delays.answeredBy, fromEmail)))
  // Links that were emailed to the former address: to a gift's page, and to the payer's card.
  await tx
    .delete(accountLinks)
    .where(and(inArray(accountLinks.membershipId, ids), eq(accountLinks.email, fromEmail)))
  await tx.delete(membershipLinks).where(inArray(membershipLinks.membershipId, ids))
}

/** Whether an address still pays for, wears or bought something. */
async function hasMore(tx: Transaction, email: string): Promise<boolean> {
  const theirs = or(eq(memberships.payerEmail, email), eq(memberships.memberEmail, email))
  return (await tx.$count(memberships, theirs)) + (await tx.$count(orders, boughtBy([email]))) > 0
}

/**
 * Their history of belts. Someone else's under the same address stays where it is, and so does store credit then, because
 * nobody can tell whose it is.
 */
async function moveWearer(
  tx: Transaction,
  own: (typeof memberships.$inferSelect)[],
  { email, fromEmail }: Correction,
  isLeft: boolean,
) {
  const [former] = await tx
    .select()
    .from(people)
    .where(eq(people.key, `email:${fromEmail}`))
  if (!former) return
  if (!isLeft) {
    await tx
      .update(people)
      .set({ key: `email:${email}` })
      .where(eq(people.id, former.id))
    return
  }
  const worn = own.filter(({ personId }) => personId === former.id).map(({ id }) => id)
  if (worn.length === 0) return
  const personId = await personOf(tx, email)
  await tx.update(memberships).set({ personId }).where(inArray(memberships.id, worn))
  const sent = and(inArray(boxes.membershipId, worn), eq(boxes.personId, former.id))
  const moved = await tx.update(boxes).set({ personId }).where(sent).returning({ id: boxes.id })
  if (moved.length === 0) return
  const ids = moved.map(({ id }) => id)
  await tx
    .update(reviews)
    .set({ personId })
    .where(and(inArray(reviews.boxId, ids), eq(reviews.personId, former.id)))
}

/** Emails that wait: those about these orders go to the right address, and links that were asked for go nowhere. */
async function moveMails(
  tx: Transaction,
  shop: Shop,
  { email, fromEmail, orderIds }: Correction,
  ids: string[],
  isLeft: boolean,
) {
  const isWaiting = and(isNull(outbox.sentAt), sql`lower(trim(${outbox.payload} ->> 'email')) = ${fromEmail}`)
  const isLink = inArray(outbox.kind, ['magic-link', 'exchange-link', 'data-request'])
  if (!isLeft)
    await tx
      .update(outbox)
      .set({ sentAt: shop.now(), droppedBecause: 'their address was corrected' })
      .where(and(isWaiting, isLink))
  const isAbout = inArray(sql`left(${outbox.subjectId}, 36)`, [...orderIds, ...ids])
  await tx
    .update(outbox)
    .set({ payload: sql`${outbox.payload} || ${JSON.stringify({ email })}::jsonb` })
    .where(and(isWaiting, isAbout))
}

/** Nothing of theirs is left under the former address: its devices and links end, and what it stood for follows them. */
async function closeAddress(tx: Transaction, shop: Shop, { email, fromEmail }: Correction) {
  await tx.delete(accountSessions).where(eq(accountSessions.email, fromEmail))
  await tx.delete(accountLinks).where(eq(accountLinks.email, fromEmail))
  await revokeManageLinks(tx, shop, fromEmail)
  await tx.update(promotionCodes).set({ email }).where(eq(promotionCodes.email, fromEmail))
  await tx.update(otherMailboxes).set({ email }).where(eq(otherMailboxes.email, fromEmail))
  await tx.update(otherMailboxes).set({ firstEmail: email }).where(eq(otherMailboxes.firstEmail, fromEmail))
  await leaveNewsletter(tx, shop, fromEmail)
}

/** The confirmation of their last order, to the right address. */
async function sendReceiptAgain(tx: Transaction, shop: Shop, orderIds: string[]) {
  const [last] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, orderIds))
    .orderBy(desc(orders.createdAt))
    .limit(1)
  if (!last) return
  const isReceipt = and(eq(outbox.kind, 'order-confirmation'), eq(outbox.subjectId, last.id))
  const [sent] = await tx.select().from(outbox).where(isReceipt).orderBy(desc(outbox.copy)).limit(1)
  // One that waits goes to the right address anyway.
  if (!sent?.sentAt) return
  const now = shop.now()
  await tx.insert(outbox).values({
    ...{ kind: sent.kind, subjectId: sent.subjectId, payload: sent.payload, copy: sent.copy + 1 },
    ...{ runAt: now, dueAt: now, createdAt: now },
  })
}

/** A sign-up that its mailbox never confirmed ends. One it did confirm is the reader's own, and the right address begins anew. */
async function leaveNewsletter(tx: Transaction, shop: Shop, email: string) {
  const { status, confirmedAt } = newsletterSubscribers
  await tx
    .update(newsletterSubscribers)
    .set({ status: subscriberStatus.to('unsubscribed', status), unsubscribedAt: shop.now() })
    .where(
      and(
        eq(newsletterSubscribers.email, email),
        eq(status, 'active'),
        shop.config.doubleOptIn ? isNull(confirmedAt) : undefined,
      ),
    )
}
