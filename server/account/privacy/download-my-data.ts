import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import {
  accountSessions,
  approvals,
  checkouts,
  contactMessages,
  contactReplies,
  deadAddresses,
  handovers,
  inboundMails,
  keptMails,
  letterReaders,
  letters,
  manualOrders,
  newsletterSubscribers,
  orderItems,
  outbox,
  storeCredit,
} from '../../../db/schema.ts'
import type { ContactMessage } from '../../../domain/contact.ts'
import type { Download } from '../../../domain/contract.ts'
import { peopleOf } from '../../credit/store-credit.ts'
import { type Member, mailboxesOf, namesMailbox } from '../../members/member.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { readMembershipsOf } from '../memberships/read-account.ts'
import { exchangesOf, findPersonalRecords, type Ties } from './find-personal-records.ts'

/**
 * Everything the shop keeps about the signed-in address, as one JSON file. Memberships appear as on the member's page, so
 * a gift recipient's file has no prices either. A joined mailbox's data are in its own file (docs/decisions/090).
 */
export async function downloadMyData(shop: Shop, _input: unknown, member: Member): Promise<Download> {
  return dataFile(shop, [member.email])
}

/** The same file for one or more mailboxes. */
export async function dataFile(shop: Shop, emails: readonly string[]): Promise<Download> {
  const all = await Promise.all(emails.map((email) => dataOf(shop, email)))
  const data = all.length === 1 ? all[0] : { mailboxes: all }
  return {
    fileName: `my-data-${shopDay(shop)}.json`,
    contentType: 'application/json',
    content: `${JSON.stringify(data, null, 2)}\n`,
  }
}

async function dataOf(shop: Shop, email: string) {
  const memberships = await readMembershipsOf(shop, [email])
  const ties = await findPersonalRecords(shop.db, shop, email)
  return {
    email,
    madeAt: shop.now().toISOString(),
    memberships,
    ...(await exchangesOf(shop.db, ties, email)),
    // Looked up by mailbox: staff may give credit to someone who wears no belt.
    storeCredit: await shop.db
      .select({
        cents: storeCredit.amountCents,
        reason: storeCredit.reason,
        words: storeCredit.words,
        at: storeCredit.createdAt,
      })
      .from(storeCredit)
      .where(inArray(storeCredit.personId, await peopleOf(shop.db, email)))
      .orderBy(asc(storeCredit.createdAt)),
    orders: await ordersOf(shop, ties),
    // Orders that staff entered for them, paid or not.
    manualOrders: await shop.db
      .select({
        writtenAt: manualOrders.createdAt,
        kind: manualOrders.kind,
        reason: manualOrders.reason,
        items: manualOrders.cart,
      })
      .from(manualOrders)
      .where(eq(manualOrders.email, email))
      .orderBy(asc(manualOrders.createdAt)),
    newsletter: await shop.db
      .select({
        name: newsletterSubscribers.name,
        status: newsletterSubscribers.status,
        source: newsletterSubscribers.source,
        subscribedAt: newsletterSubscribers.subscribedAt,
        confirmedAt: newsletterSubscribers.confirmedAt,
        unsubscribedAt: newsletterSubscribers.unsubscribedAt,
      })
      .from(newsletterSubscribers)
      .where(sql`lower(trim(${newsletterSubscribers.email})) = ${email}`),
    letters: await shop.db
      .select({ subject: letters.subject, sentAt: letterReaders.sentAt, state: letterReaders.state })
      .from(letterReaders)
      .innerJoin(letters, eq(letterReaders.letterId, letters.id))
      .where(eq(letterReaders.email, email))
      .orderBy(asc(letterReaders.sentAt)),
    mailCameBack: await shop.db
      .select({ why: deadAddresses.words, since: deadAddresses.createdAt })
      .from(deadAddresses)
      .where(eq(deadAddresses.email, email)),
    messages: await messagesOf(shop, email),
    handovers: await shop.db
      .select({
        from: handovers.fromEmail,
        to: handovers.toEmail,
        name: handovers.toName,
        state: handovers.state,
        askedAt: handovers.createdAt,
      })
      .from(handovers)
      .where(or(eq(handovers.toEmail, email), eq(handovers.fromEmail, email)))
      .orderBy(asc(handovers.createdAt)),
    requests: await shop.db
      .select({
        kind: approvals.kind,
        amountCents: approvals.amountCents,
        state: approvals.state,
        askedAt: approvals.createdAt,
      })
      .from(approvals)
      .where(
        or(
          inArray(
            approvals.orderId,
            ties.orders.map(({ id }) => id),
          ),
          namesMailbox(sql`${approvals.input}::text`, email),
        ),
      )
      .orderBy(asc(approvals.createdAt)),
    mailboxes: await mailboxesOf(shop.db, email),
    mails: await shop.db
      .select({ sentAt: keptMails.sentAt, subject: keptMails.subject, text: keptMails.text })
      .from(keptMails)
      .innerJoin(outbox, eq(keptMails.mailId, outbox.id))
      .where(eq(outbox.recipient, email))
      .orderBy(asc(keptMails.sentAt)),
    devices: await shop.db
      .select({ signedInAt: accountSessions.createdAt, lastSeenAt: accountSessions.lastSeenAt })
      .from(accountSessions)
      .where(eq(accountSessions.email, email))
      .orderBy(desc(accountSessions.lastSeenAt)),
  }
}

/** What the address bought, as typed, and what it agreed to. */
async function ordersOf(shop: Shop, { orders }: Ties) {
  const ids = orders.map(({ id }) => id)
  if (ids.length === 0) return []
  const items = await shop.db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, ids))
    .orderBy(asc(orderItems.position))
  const consents = await shop.db
    .select({ orderId: checkouts.orderId, consent: checkouts.consent })
    .from(checkouts)
    .where(inArray(checkouts.orderId, ids))
  return orders.map((order) => ({
    orderNumber: order.orderNumber,
    placedAt: order.createdAt,
    status: order.status,
    subtotalCents: order.subtotalCents,
    discountCents: order.discountCents,
    taxCents: order.taxCents,
    totalCents: order.totalCents,
    promotionCode: order.promotionCode,
    consent: consents.find(({ orderId }) => orderId === order.id)?.consent ?? null,
    items: items.filter(({ orderId }) => orderId === order.id).map(({ preferences }) => preferences),
  }))
}

/** What the contact form asks for, besides the address that all of this is about. */
type Typed = Record<Exclude<keyof ContactMessage, 'email'>, string | null>

async function messagesOf(shop: Shop, email: string) {
  const messages = await shop.db
    .select()
    .from(contactMessages)
    .where(sql`lower(trim(${contactMessages.email})) = ${email}`)
    .orderBy(asc(contactMessages.createdAt))
  const ids = messages.map(({ id }) => id)
  const replies =
    ids.length === 0
      ? []
      : await shop.db
          .select()
          .from(contactReplies)
          .where(inArray(contactReplies.messageId, ids))
          .orderBy(asc(contactReplies.createdAt))
  const mails =
    ids.length === 0
      ? []
      : await shop.db
          .select()
          .from(inboundMails)
          .where(and(inArray(inboundMails.messageId, ids), eq(inboundMails.isFirst, false)))
          .orderBy(asc(inboundMails.createdAt))
  return messages.map(({ id, name, subject, category, orderNumber, message, createdAt }) => ({
    writtenAt: createdAt,
    ...({ name, subject, category, orderNumber, message } satisfies Typed),
    later: mails
      .filter(({ messageId }) => messageId === id)
      .map(({ text, receivedAt }) => ({ writtenAt: receivedAt, text })),
    answers: replies
      .filter(({ messageId }) => messageId === id)
      .map(({ text, createdAt: answeredAt }) => ({ answeredAt, text })),
  }))
}
