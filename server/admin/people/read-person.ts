import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/database.ts'
import {
  auditLog,
  boxes,
  boxFeedback,
  checkouts,
  contactMessages,
  contactReplies,
  deadAddresses,
  exchanges,
  handovers,
  newsletterSubscribers,
  orderNotes,
  orders,
  otherMailboxes,
  outbox,
  products,
} from '../../../db/schema.ts'
import { actionName } from '../../../domain/admin/audit-sentence.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { PersonEvent, PersonView } from '../../../domain/admin/people-contracts.ts'
import { dropName } from '../../../domain/drop.ts'
import { normalizeEmail } from '../../../domain/email.ts'
import { ShopError } from '../../../domain/errors.ts'
import { returnNumber } from '../../../domain/exchange.ts'
import { fitLabel, tasteLabel } from '../../../domain/feedback.ts'
import { openHandovers } from '../../../domain/handover.ts'
import { mailLabel } from '../../../domain/mail-kinds.ts'
import { formatCents } from '../../../domain/money.ts'
import { refundWords } from '../../../domain/refund.ts'
import type { Consent } from '../../../domain/renewal-terms.ts'
import { readForStaff } from '../../account/memberships/read-account.ts'
import { creditOf } from '../../credit/store-credit.ts'
import { disputesOfPerson } from '../../ledger/open-disputes.ts'
import { boughtBy, mailboxesOf, personIdOf } from '../../members/member.ts'
import { trackRecords } from '../../members/track-records.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { peopleBy } from './find-people.ts'

/** Most rows of each kind on a person's page: the newest. */
const most = 100

/**
 * All mailboxes of a person's id, the first one first. Any of the joined mailboxes' ids works.
 * @throws ShopError 'not_found' if nothing is stored for it
 */
export async function emailsOfPerson(shop: Shop, personId: string): Promise<[string, ...string[]]> {
  const [row] = await rowsOf<{ email: string }>(
    shop.db,
    sql`(select email from other_mailboxes where md5(email) = ${personId} limit 1)
      union all (select member_email as email from memberships where md5(member_email) = ${personId} limit 1)
      union all (select payer_email from memberships where md5(payer_email) = ${personId} limit 1)
      union all (select purchaser_email from orders where md5(lower(trim(purchaser_email))) = ${personId} limit 1)
      union all (select to_email from handovers where md5(to_email) = ${personId} limit 1)
      union all (select email from contact_messages where md5(lower(trim(email))) = ${personId} limit 1)
      union all (select email from newsletter_subscribers where md5(email) = ${personId} limit 1) limit 1`,
  )
  if (!row)
    throw new ShopError('not_found', 'We don’t have anything about this person. Search for them again.')
  return (await mailboxesOf(shop.db, normalizeEmail(row.email))) as [string, ...string[]]
}

type Loaded = Awaited<ReturnType<typeof readForStaff>>

/** Everything about one person, across their mailboxes: what they bought, gave and got, were charged, told and said. */
export async function getPerson(
  shop: Shop,
  { personId }: AdminInput<'getPerson'>,
): Promise<AdminReply<'getPerson'>> {
  const emails = await emailsOfPerson(shop, personId)
  const [email] = emails
  const loaded = await readForStaff(shop, emails)
  const bought = await ordersOf(shop, emails, loaded)
  const messages = await messagesOf(shop, emails)
  const belts = await beltsOf(shop, loaded)
  const mails = await mailsOf(shop, emails)
  const handed = await handoversOf(shop, emails, loaded)
  const orderIds = bought.map(({ id }) => id)
  const notes = await notesOf(shop, orderIds)
  const [row] = await peopleBy(shop, [email])
  const names = [
    ...loaded
      .filter(({ membership }) => emails.includes(membership.memberEmail ?? ''))
      .map(({ view }) => view.wearer),
    ...bought.map(({ giftSenderName }) => giftSenderName ?? ''),
    ...messages.map(({ name }) => name),
  ]
  const name = row?.name ?? email
  const view = {
    ...{ id: personIdOf(email), name, email, place: row?.place ?? '' },
    otherMailboxes: await othersOf(shop, email),
    otherNames: [...new Set(names.map((each) => each.trim()))].filter((each) => each && each !== name),
    memberships: loaded.map((each) => ({
      orderId: each.order.id,
      orderNumber: each.order.orderNumber,
      other: otherOf(each.membership, emails),
      handover: openOf(handed, each.membership.id),
      view: each.view,
    })),
    orders: bought.map(({ id, orderNumber, status, totalCents, createdAt }) => ({
      ...{ id, orderNumber, status, totalAmount: (totalCents / 100).toFixed(2) },
      createdAt: createdAt.toISOString(),
    })),
    ...(await disputesOfPerson(shop.db, orderIds)),
    creditCents: (await creditOf(shop.db, emails)).balanceCents,
    trackRecord: (await trackRecords(shop, [{ key: email, emails }])).get(email) ?? [],
    messages: messages.map(({ name: _, ...message }) => message),
    ...belts,
    consents: await consentsOf(shop, bought),
    newsletter: await newsletterOf(shop, emails),
    unreachable: await unreachableOf(shop, email),
    ...{ mails, notes },
  }
  return {
    ...view,
    timeline: await timelineOf(shop, view, loaded, { orderIds, personIds: emails.map(personIdOf), handed }),
  }
}

async function othersOf(shop: Shop, first: string) {
  const rows = await shop.db
    .select()
    .from(otherMailboxes)
    .where(eq(otherMailboxes.firstEmail, first))
    .orderBy(asc(otherMailboxes.createdAt))
  return rows.map(({ email, createdAt }) => ({
    ...{ id: personIdOf(email), email, since: createdAt.toISOString() },
  }))
}

/** Membership handovers requested from or to them. */
async function handoversOf(shop: Shop, emails: string[], loaded: Loaded) {
  const ids = loaded.map(({ membership }) => membership.id)
  const rows = await shop.db
    .select()
    .from(handovers)
    .where(
      or(
        inArray(handovers.fromEmail, emails),
        inArray(handovers.toEmail, emails),
        ids.length > 0 ? inArray(handovers.membershipId, ids) : undefined,
      ),
    )
    .orderBy(desc(handovers.createdAt))
    .limit(most)
  return rows.map((row) => ({
    ...{ membershipId: row.membershipId, name: row.toName, email: row.toEmail },
    ...{ askedAt: row.createdAt.toISOString(), until: shopDay(shop, new Date(+row.expiresAt - 1)) },
    isOpen: openHandovers.includes(row.state) && row.expiresAt > shop.now(),
    doneAt: row.doneAt?.toISOString() ?? null,
  }))
}

function openOf(handed: Awaited<ReturnType<typeof handoversOf>>, membershipId: string) {
  const open = handed.find((each) => each.isOpen && each.membershipId === membershipId)
  return open ? { name: open.name, email: open.email, askedAt: open.askedAt, until: open.until } : null
}

function otherOf(membership: Loaded[number]['membership'], emails: string[]) {
  const others = [membership.payerEmail, membership.memberEmail]
  const other = others.find((each) => each !== null && !emails.includes(each))
  return other ? { personId: personIdOf(other), email: other } : null
}

async function ordersOf(shop: Shop, emails: string[], loaded: Loaded) {
  // After a handover, the order still belongs to its buyer.
  const paidFor = loaded.filter(
    ({ membership }) => emails.includes(membership.payerEmail ?? '') && !membership.theirsSince,
  )
  const ids = paidFor.map(({ order }) => order.id)
  return shop.db
    .select()
    .from(orders)
    .where(or(boughtBy(emails), ids.length > 0 ? inArray(orders.id, ids) : undefined))
    .orderBy(desc(orders.createdAt))
    .limit(most)
}

async function messagesOf(shop: Shop, emails: string[]) {
  const found = await shop.db
    .select()
    .from(contactMessages)
    .where(inArray(sql`lower(trim(${contactMessages.email}))`, emails))
    .orderBy(desc(contactMessages.createdAt))
    .limit(most)
  const ids = found.map(({ id }) => id)
  const answers =
    ids.length === 0
      ? []
      : await shop.db
          .select()
          .from(contactReplies)
          .where(inArray(contactReplies.messageId, ids))
          .orderBy(asc(contactReplies.createdAt))
  return found.map(({ id, name, subject, message, createdAt, doneAt }) => ({
    ...{ id, name, subject, message, createdAt: createdAt.toISOString(), isOpen: doneAt === null },
    replies: answers
      .filter(({ messageId }) => messageId === id)
      .map((reply) => ({
        username: reply.username,
        text: reply.text,
        createdAt: reply.createdAt.toISOString(),
      })),
  }))
}

/** What they sent back, and what they said about their belts. */
async function beltsOf(shop: Shop, loaded: Loaded) {
  const ids = loaded.flatMap((each) => each.boxes.map(({ box }) => box.id))
  if (ids.length === 0) return { exchanges: [], feedback: [] }
  const back = await shop.db
    .select({ exchange: exchanges, belt: products.name })
    .from(exchanges)
    .innerJoin(boxes, eq(exchanges.boxId, boxes.id))
    .leftJoin(products, eq(boxes.productId, products.id))
    .where(inArray(exchanges.boxId, ids))
    .orderBy(desc(exchanges.createdAt))
  const said = await shop.db
    .select({ belt: products.name, fit: boxFeedback.fit, taste: boxFeedback.taste, at: boxFeedback.at })
    .from(boxFeedback)
    .innerJoin(boxes, eq(boxFeedback.boxId, boxes.id))
    .leftJoin(products, eq(boxes.productId, products.id))
    .where(inArray(boxFeedback.boxId, ids))
    .orderBy(desc(boxFeedback.at))
  return {
    exchanges: back.map(({ exchange: { id, state, kind, remedy, createdAt }, belt }) => ({
      ...{ id, number: returnNumber(id), state, kind, remedy, belt: belt ?? 'A belt' },
      createdAt: createdAt.toISOString(),
    })),
    feedback: said.map(({ belt, fit, taste, at }) => ({
      ...{ belt: belt ?? 'A belt', at: at.toISOString() },
      fit: fit && fitLabel[fit as keyof typeof fitLabel],
      taste: taste && tasteLabel[taste as keyof typeof tasteLabel],
    })),
  }
}

async function consentsOf(shop: Shop, bought: { id: string; orderNumber: string }[]) {
  if (bought.length === 0) return []
  const ids = bought.map(({ id }) => id)
  const rows = await shop.db
    .select({ orderId: checkouts.orderId, consent: checkouts.consent })
    .from(checkouts)
    .where(inArray(checkouts.orderId, ids))
  return rows.flatMap(({ orderId, consent }) => {
    if (!consent) return []
    const { version, text, agreedAt } = consent as Consent
    const orderNumber = bought.find(({ id }) => id === orderId)?.orderNumber ?? ''
    return [{ orderNumber, version, text, agreedAt: String(agreedAt) }]
  })
}

async function newsletterOf(shop: Shop, emails: string[]) {
  const [row] = await shop.db
    .select()
    .from(newsletterSubscribers)
    .where(inArray(newsletterSubscribers.email, emails))
    .orderBy(desc(newsletterSubscribers.subscribedAt))
    .limit(1)
  if (!row) return null
  const { status, source, subscribedAt, confirmedAt, unsubscribedAt } = row
  return {
    ...{ status, source, subscribedAt: subscribedAt.toISOString() },
    confirmedAt: confirmedAt?.toISOString() ?? null,
    unsubscribedAt: unsubscribedAt?.toISOString() ?? null,
  }
}

async function unreachableOf(shop: Shop, email: string) {
  const [row] = await shop.db.select().from(deadAddresses).where(eq(deadAddresses.email, email))
  return row ? { kind: row.kind, words: row.words, at: row.createdAt.toISOString() } : null
}

/** Emails sent to them, by the outbox's recipient. */
async function mailsOf(shop: Shop, emails: string[]) {
  const rows = await shop.db
    .select()
    .from(outbox)
    .where(inArray(outbox.recipient, emails))
    .orderBy(desc(outbox.createdAt))
    .limit(most)
  return rows.map(({ id, kind, createdAt, sentAt, droppedBecause, lastError }) => ({
    ...{ id, kind, createdAt: createdAt.toISOString() },
    sentAt: droppedBecause === null ? (sentAt?.toISOString() ?? null) : null,
    problem: lastError ?? droppedBecause,
  }))
}

async function notesOf(shop: Shop, orderIds: string[]) {
  if (orderIds.length === 0) return []
  const rows = await shop.db
    .select({ note: orderNotes, orderNumber: orders.orderNumber })
    .from(orderNotes)
    .innerJoin(orders, eq(orderNotes.orderId, orders.id))
    .where(inArray(orderNotes.orderId, orderIds))
    .orderBy(desc(orderNotes.createdAt))
    .limit(most)
  return rows.map(({ note: { id, username, text, createdAt }, orderNumber }) => ({
    ...{ id, orderNumber, username, text, at: createdAt.toISOString() },
  }))
}

/** Audit log entities whose rows belong to a person. */
const audited = ['memberships', 'orders', 'people'] as const

/** Their history, newest first: by them, the shop and the staff. */
async function timelineOf(
  shop: Shop,
  view: Omit<PersonView, 'timeline'>,
  loaded: Loaded,
  {
    orderIds,
    personIds,
    handed,
  }: { orderIds: string[]; personIds: string[]; handed: Awaited<ReturnType<typeof handoversOf>> },
): Promise<PersonEvent[]> {
  const ids = [...orderIds, ...personIds, ...loaded.map(({ membership }) => membership.id)]
  const lines =
    ids.length === 0
      ? []
      : await shop.db
          .select()
          .from(auditLog)
          .where(and(inArray(auditLog.entity, [...audited]), inArray(auditLog.entityId, ids)))
          .orderBy(desc(auditLog.at))
          .limit(most)
  const at = (when: Date | null, what: string): PersonEvent[] =>
    when ? [{ at: when.toISOString(), who: null, what }] : []
  const events: PersonEvent[] = [
    ...view.orders.map((order) => ({ at: order.createdAt, who: null, what: `Ordered ${order.orderNumber}` })),
    ...loaded.flatMap((each) => [
      ...each.payments.flatMap((payment) => [
        ...at(
          payment.paidAt,
          payment.amountCents + payment.taxCents + payment.creditCents === 0
            ? `Free, ${each.order.orderNumber}`
            : `Paid ${formatCents(payment.amountCents + payment.taxCents)}, ${each.order.orderNumber}`,
        ),
        ...payment.refunds.flatMap((refund) =>
          at(
            refund.createdAt,
            `${refundWords[refund.status]} ${formatCents(refund.amountCents + refund.taxCents)}`,
          ),
        ),
      ]),
      ...each.boxes.flatMap(({ box, belt }) => [
        ...at(box.shippedAt, `${dropName(box.drop)} belt shipped${belt ? `: ${belt.name}` : ''}`),
        ...at(box.deliveredAt, `${dropName(box.drop)} belt delivered`),
      ]),
      ...at(each.membership.cancelledAt, `Canceled the membership of ${each.order.orderNumber}`),
    ]),
    ...view.messages.flatMap((message) => [
      { at: message.createdAt, who: null, what: `Wrote “${message.subject}”` },
      ...message.replies.map((reply) => ({
        at: reply.createdAt,
        who: reply.username,
        what: `Answered “${message.subject}”`,
      })),
    ]),
    ...view.exchanges.map((exchange) => ({
      at: exchange.createdAt,
      who: null,
      what: `Opened ${exchange.number} for ${exchange.belt}`,
    })),
    ...view.feedback.map(({ belt, fit, taste, at: when }) => ({
      ...{ at: when, who: null, what: `Said of ${belt}: ${[fit, taste].filter(Boolean).join(', ')}` },
    })),
    ...view.mails.flatMap(({ sentAt, kind }) =>
      sentAt ? [{ at: sentAt, who: null, what: `Emailed: ${mailLabel(kind)}` }] : [],
    ),
    ...(view.unreachable
      ? [
          {
            ...{ at: view.unreachable.at, who: null },
            what: view.unreachable.kind === 'bounce' ? 'Email to them bounced' : 'Marked our email as spam',
          },
        ]
      : []),
    ...(view.newsletter
      ? [{ at: view.newsletter.subscribedAt, who: null, what: 'Signed up for the newsletter' }]
      : []),
    ...handed.flatMap(({ doneAt, name, email }) =>
      doneAt ? [{ at: doneAt, who: null, what: `Handed over to ${name}${email ? ` (${email})` : ''}` }] : [],
    ),
    ...view.notes.map(({ at: when, username, orderNumber }) => ({
      at: when,
      who: username,
      what: `Wrote a note on ${orderNumber}`,
    })),
    ...lines
      .filter(({ action }) => action !== 'order.note')
      .map(({ at: when, username, action, after }) => ({
        ...{ at: when.toISOString(), who: username },
        what: (after as { what?: string } | null)?.what ?? actionName(action),
      })),
  ]
  return events.sort((a, b) => (a.at > b.at ? -1 : a.at < b.at ? 1 : 0)).slice(0, 2 * most)
}
