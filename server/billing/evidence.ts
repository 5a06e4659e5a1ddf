import { and, asc, eq, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm'
import {
  boxes,
  contactMessages,
  contactReplies,
  disputes,
  inboundMails,
  membershipPayments,
  memberships,
  orderItems,
  orders,
  outbox,
  products,
  refunds,
} from '../../db/schema.ts'
import { formatDate, formatTime } from '../../domain/calendar-date.ts'
import { dropName } from '../../domain/drop.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { ShopError } from '../../domain/errors.ts'
import type { MailKind } from '../../domain/mail-subjects.ts'
import { formatCents } from '../../domain/money.ts'
import { returnWindow } from '../../domain/term-words.ts'
import { readPlan } from '../catalog/read-plans.ts'
import { replacementsOf } from '../ledger/disputes.ts'
import { payerEmail } from '../ledger/find-membership.ts'
import type { DisputeEvidence } from '../shop/payments.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { findPayer } from './find-payer.ts'

/**
 * The most characters the provider accepts in one field (docs.stripe.com/api/disputes/update), with a margin for how it
 * counts.
 */
const mostOfField = 19_500

/** Everything the shop knows about a disputed payment, for whoever answers the bank. */
export type Evidence = {
  dispute: typeof disputes.$inferSelect
  order: { id: string; orderNumber: string }
  sections: { heading: string; lines: string[] }[]
  /** the same, as the provider's fields */
  fields: DisputeEvidence
}

/**
 * Collects the current evidence: who bought what, which terms they agreed to, where each belt went, which messages were
 * exchanged. Sends nothing.
 * @throws ShopError 'not_found'
 */
export async function collectEvidence(shop: Shop, disputeId: string): Promise<Evidence> {
  const { db } = shop
  const [dispute] = await db.select().from(disputes).where(eq(disputes.id, disputeId))
  if (!dispute) throw new ShopError('not_found', 'We can’t find that dispute. Reload the page.')
  const paid = await db
    .select({
      ...{ payment: membershipPayments, membership: memberships, order: orders },
      email: payerEmail(membershipPayments.paidAt),
    })
    .from(membershipPayments)
    .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(eq(membershipPayments.intentId, dispute.intentId))
    .orderBy(asc(orderItems.position))
  const first = paid[0]
  if (!first) throw new ShopError('not_found', 'We can’t find this dispute’s payment.')
  const { order, payment, email } = first
  const at = (instant: Date) => `${dayOf(shop, instant)}, ${formatTime(instant, shop.config.timeZone)}`
  const { name, addresses, consent, from, until } = await findPayer(shop, first)
  const sent = await sentBoxes(
    shop,
    paid.map(({ payment: { id } }) => id),
  )
  const what = await Promise.all(
    paid.map(async ({ membership, payment: { boxCount, planId } }) => {
      const plan = await readPlan(db, planId ?? membership.planId)
      return `${plan.name} membership, ${boxCount} ${boxCount === 1 ? 'belt' : 'belts, one a month'}${membership.isGift ? ', a gift' : ''}`
    }),
  )
  const agreed = consent
    ? [
        `${consent.isByStaff ? 'Changed for them by our staff' : 'Agreed to'} on ${at(new Date(consent.agreedAt))}${consent.version ? ` (wording ${consent.version})` : ''}:`,
        consent.text,
      ]
    : [
        'Nothing in this purchase renews, or it wasn’t paid on the shop’s own page, so there are no renewal terms on file.',
      ]
  const cancelled = paid
    .flatMap(({ membership: { cancelledAt } }) => cancelledAt ?? [])
    .filter((instant) => !until || instant < until)
  const cancelWords =
    cancelled.length > 0
      ? cancelled.map(
          (instant) => `Canceled on ${at(instant)}; this payment was made on ${at(payment.paidAt)}.`,
        )
      : ['The buyer hasn’t canceled. They can anytime on their membership page, or by writing to us.']
  const parcels = sent.map(({ box, belt }) =>
    [
      `${dropName(box.drop)}: ${belt ?? 'a belt'}`,
      ...(box.kind === 'replacement' ? ['a free replacement'] : []),
      box.shippedAt ? `shipped ${at(box.shippedAt)}` : 'not shipped',
      ...(box.trackingNumber ? [`tracking ${box.trackingNumber}`] : []),
      ...(box.deliveredAt ? [`delivered ${at(box.deliveredAt)}`] : []),
    ].join(', '),
  )
  const about = [
    ...(from ? [] : [order.id]),
    ...paid.flatMap(({ payment, membership }) => [payment.id, membership.id]),
    ...sent.map(({ box }) => box.id),
  ]
  const mails = (await sentMails(shop, about)).filter(
    ({ sentAt }) => (!from || sentAt! >= from) && (!until || sentAt! < until),
  )
  const mailLines = mails.map((mail) => `${at(mail.sentAt!)}: ${mail.kind.replaceAll('-', ' ')}`)
  const messages = await messagesOf(shop, from || until ? null : order.orderNumber, email)
  const messageLines = messages.map(({ when, who, text }) => `${at(when)}, ${who}: ${text}`)
  const shipped = sent.map(({ box }) => box).filter((box) => box.shippedAt)
  const total = paid.reduce((sum, row) => sum + row.payment.amountCents + row.payment.taxCents, 0)
  const paidLine = `${formatCents(total)} on ${at(payment.paidAt)}, order ${order.orderNumber}, payment ${dispute.intentId}`
  const policy = `Belts can be returned or exchanged within ${returnWindow} of delivery. Belts that haven’t shipped are refunded in full.`
  const given = await refundedLines(
    shop,
    paid.map(({ payment: { id } }) => id),
  )
  const some = (lines: string[], none: string) => (lines.length > 0 ? lines : [none])
  return {
    dispute,
    order: { id: order.id, orderNumber: order.orderNumber },
    sections: [
      ...(given.length > 0 ? [{ heading: alreadyRefunded, lines: given }] : []),
      { heading: 'The payment', lines: [paidLine, ...what] },
      {
        heading: 'The buyer',
        lines: [name, email ?? ''].filter(Boolean),
      },
      { heading: 'Where the belts go', lines: some(addresses, 'No address on file.') },
      { heading: 'The renewal terms', lines: agreed },
      { heading: 'Cancellation and refunds', lines: [...cancelWords, policy] },
      { heading: 'Parcels', lines: some(parcels, 'Nothing has shipped.') },
      { heading: 'Emails to the buyer', lines: some(mailLines, 'None.') },
      { heading: 'Messages', lines: some(messageLines, 'The buyer hasn’t written to us.') },
    ],
    fields: {
      ...field('customer_name', name),
      ...field('customer_email_address', email),
      ...field('product_description', what.join('; ')),
      ...field('shipping_address', addresses.join('\n')),
      ...field('shipping_tracking_number', shipped.flatMap((box) => box.trackingNumber ?? []).join(', ')),
      ...field('shipping_date', shipped[0]?.shippedAt ? dayOf(shop, shipped[0].shippedAt) : null),
      ...field('service_date', dayOf(shop, payment.paidAt)),
      ...field('cancellation_policy_disclosure', consent ? agreed.join('\n') : null),
      ...field('cancellation_rebuttal', cancelWords.join('\n')),
      ...field('refund_policy_disclosure', policy),
      ...field(
        'uncategorized_text',
        [
          ...(given.length > 0 ? [alreadyRefunded, ...given, ''] : []),
          ...['Payment', paidLine, '', 'Parcels', ...parcels, '', 'Emails to the buyer', ...mailLines],
          ...['', 'Messages', ...messageLines],
        ].join('\n'),
      ),
    },
  }
}

const alreadyRefunded = 'This payment was refunded already'

/** What the buyer has back: the bank must see it first. */
async function refundedLines(shop: Shop, paymentIds: string[]): Promise<string[]> {
  const made = await shop.db
    .select()
    .from(refunds)
    .where(
      and(
        inArray(refunds.paymentId, paymentIds),
        isNotNull(refunds.providerId),
        inArray(refunds.status, ['pending', 'succeeded']),
      ),
    )
    .orderBy(asc(refunds.createdAt))
  return made.map(
    ({ providerId, amountCents, taxCents, createdAt }) =>
      `${formatCents(amountCents + taxCents)} refunded on ${dayOf(shop, createdAt)}, refund ${providerId}`,
  )
}

function field<Name extends keyof DisputeEvidence>(name: Name, value: string | null | undefined) {
  return (value ? { [name]: value.slice(0, mostOfField) } : {}) as Pick<DisputeEvidence, Name>
}

/** With plain spaces, because banks' forms expect them. */
function dayOf(shop: Shop, instant: Date): string {
  return formatDate(shopDay(shop, instant)).replaceAll('\u00a0', ' ')
}

/** The boxes these payments bought, and the replacements that have shipped for them. */
function sentBoxes(shop: Shop, paymentIds: string[]) {
  const hasReplaced = and(inArray(boxes.id, replacementsOf(paymentIds)), isNotNull(boxes.shippedAt))
  return shop.db
    .select({ box: boxes, belt: products.name })
    .from(boxes)
    .leftJoin(products, eq(boxes.productId, products.id))
    .where(or(inArray(boxes.paymentId, paymentIds), hasReplaced))
    .orderBy(asc(boxes.drop), asc(boxes.kind), asc(boxes.ordinal))
}

/** Emails to the owner, which the buyer never saw. */
const ownersMails = [
  'price-differs',
  'payment-differs',
  'cancelled-at-provider',
  'refund-stuck',
  'payment-without-order',
] satisfies MailKind[]

/** @param about row ids */
async function sentMails(shop: Shop, about: string[]) {
  return shop.db
    .select({ kind: outbox.kind, sentAt: outbox.sentAt })
    .from(outbox)
    .where(
      and(
        inArray(sql`left(${outbox.subjectId}, 36)`, about),
        isNull(outbox.droppedBecause),
        sql`${outbox.sentAt} is not null`,
        notInArray(outbox.kind, ownersMails),
      ),
    )
    .orderBy(asc(outbox.sentAt))
}

/**
 * What the buyer wrote, what others wrote about the order in their own name, and our answers. No spam and no machines.
 * @param orderNumber null: whoever else had the membership may have named it
 * @param email the buyer's; null or empty: their data is deleted
 */
async function messagesOf(shop: Shop, orderNumber: string | null, email: string | null) {
  const buyer = normalizeEmail(email ?? '')
  const isAboutIt = orderNumber === null ? sql`false` : eq(contactMessages.orderNumber, orderNumber)
  const isByBuyer = buyer === '' ? sql`false` : sql`lower(trim(${contactMessages.email})) = ${buyer}`
  const theirs = await shop.db
    .select()
    .from(contactMessages)
    .where(and(isNull(contactMessages.aside), or(isAboutIt, isByBuyer)))
  const ids = [...theirs.map(({ id }) => id), crypto.randomUUID()]
  const answers = await shop.db.select().from(contactReplies).where(inArray(contactReplies.messageId, ids))
  const more = await shop.db
    .select()
    .from(inboundMails)
    .where(and(inArray(inboundMails.messageId, ids), eq(inboundMails.isFirst, false)))
  const whoOf = (from: string, name: string) =>
    buyer !== '' && normalizeEmail(from) === buyer ? 'the buyer' : name
  return [
    ...theirs.map(({ createdAt, name, email: from, subject, message }) => ({
      when: createdAt,
      who: whoOf(from, name),
      text: `${subject}. ${message}`,
    })),
    ...more.map(({ receivedAt, fromName, fromEmail, text }) => ({
      when: receivedAt,
      who: whoOf(fromEmail, fromName || fromEmail),
      text,
    })),
    ...answers.map(({ createdAt, text }) => ({ when: createdAt, who: 'our answer', text })),
  ].sort((one, other) => +one.when - +other.when)
}
