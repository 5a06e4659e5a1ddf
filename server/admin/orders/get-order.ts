import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import {
  auditLog,
  boxes,
  disputes,
  fraudWarnings,
  keptMails,
  membershipPayments,
  memberships,
  orderItems,
  orderNotes,
  outbox,
  products,
  refunds,
  subscriptionPlans,
} from '../../../db/schema.ts'
import { actionName } from '../../../domain/admin/audit-sentence.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { OrderDetail, OrderEvent } from '../../../domain/admin/order-detail.ts'
import { unpackedStates } from '../../../domain/box.ts'
import { dropName } from '../../../domain/drop.ts'
import { mailLabel } from '../../../domain/mail-kinds.ts'
import { formatCents } from '../../../domain/money.ts'
import { refundPlaces, refundWords } from '../../../domain/refund.ts'
import { nextCharge, sumOf } from '../../memberships/next-charge.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { isAboutOrder, mailView } from '../mails/mails.ts'
import { delayEvents, exchangeEvents, exchangesOf } from './exchange-events.ts'
import { orderViewOf } from './list-orders.ts'

/** An order with its payments, memberships, boxes, emails, notes and history. @throws ShopError 'not_found' */
export async function getOrder(
  shop: Shop,
  { orderId }: AdminInput<'getOrder'>,
): Promise<AdminReply<'getOrder'>> {
  const { db } = shop
  const order = await orderViewOf(db, orderId)
  const club = await orderClub(shop, orderId)
  const mails = await db
    .select({ row: outbox, kept: { subject: keptMails.subject } })
    .from(outbox)
    .leftJoin(keptMails, eq(keptMails.mailId, outbox.id))
    .where(isAboutOrder(orderId))
    .orderBy(asc(outbox.createdAt), asc(outbox.id))
  const notes = await db
    .select()
    .from(orderNotes)
    .where(eq(orderNotes.orderId, orderId))
    .orderBy(asc(orderNotes.createdAt), asc(orderNotes.id))
  const exchanged = await exchangesOf(
    db,
    club.memberships.map(({ id }) => id),
  )
  const rowsOfIt = [orderId, ...mails.map(({ row }) => row.id), ...exchanged.map(({ id }) => id)]
  const lines = await db
    .select()
    .from(auditLog)
    .where(
      sql`${auditLog.entity} in ('orders', 'outbox', 'exchanges') and ${inArray(auditLog.entityId, rowsOfIt)}`,
    )
    .orderBy(asc(auditLog.at))
  const late = await delayEvents(
    db,
    club.memberships.map(({ id }) => id),
    shopDay(shop),
  )
  const mailViews = mails.map((mail) => mailView(mail, shop.now()))
  const { boxEvents, ...parts } = club
  return {
    order,
    ...parts,
    mails: mailViews,
    notes: notes.map(({ id, createdAt, username, text }) => ({
      id,
      at: createdAt.toISOString(),
      username,
      text,
    })),
    history: orderHistory({
      ...{ order, ...club, mails: mailViews },
      lines: lines.filter(({ entity }) => entity !== 'exchanges'),
      others: [...exchangeEvents(exchanged, lines), ...late],
    }),
  }
}

type Known = Pick<OrderDetail, 'order' | 'payments' | 'refunds' | 'mails'> & {
  boxEvents: OrderEvent[]
  lines: (typeof auditLog.$inferSelect)[]
  /** events about returned and late belts (exchange-events.ts) */
  others: OrderEvent[]
}

/** An order's history, oldest first: what the shop did, and what staff did according to the audit log. */
function orderHistory({ order, payments, refunds, mails, boxEvents, lines, others }: Known): OrderEvent[] {
  const acts = lines.filter(({ action }) => action === 'order.refund' || action === 'order.give-back')
  // A refund made in the admin that went well: its audit line already shows who did it and how much.
  const isTold = (refund: Known['refunds'][number]) =>
    refund.madeBy === 'shop' &&
    refund.status !== 'failed' &&
    refund.status !== 'settled' &&
    acts.some((line) => isOf(refund, line))
  const paidBack = (line: typeof auditLog.$inferSelect) =>
    refunds.reduce(
      (sum, refund) =>
        isTold(refund) && isOf(refund, line) ? sum + refund.amountCents + refund.taxCents : sum,
      0,
    )
  const events: OrderEvent[] = [
    { at: order.createdAt, who: null, what: 'Ordered' },
    ...payments.map((payment) => ({
      at: payment.paidAt,
      who: null,
      what:
        payment.amountCents + payment.taxCents + payment.creditCents === 0
          ? `${belts(payment.boxCount)} on us`.replace(/^./, (first) => first.toUpperCase())
          : `Paid ${formatCents(payment.amountCents + payment.taxCents)}${payment.creditCents > 0 ? ` and ${formatCents(payment.creditCents)} of store credit` : ''} for ${belts(payment.boxCount)}`,
    })),
    ...refunds
      .filter((refund) => !isTold(refund))
      .map((refund) => ({
        at: refund.createdAt,
        who: null,
        what: `${refundWords[refund.status]} ${formatCents(refund.amountCents + refund.taxCents)}${refundPlaces[refund.madeBy]}`,
      })),
    ...mails
      .filter((mail) => mail.sentAt !== null)
      .map((mail) => ({ at: mail.sentAt!, who: null, what: `Emailed: ${mailLabel(mail.kind)}` })),
    ...boxEvents,
    ...others,
    ...lines.map((line) => ({
      at: line.at.toISOString(),
      who: line.username,
      what: deedOf(line, paidBack(line)),
    })),
  ]
  return events.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** Most milliseconds between an audit line and the refund it caused. */
const sameAct = 10_000

const isOf = ({ createdAt }: { createdAt: string }, { at }: { at: Date }) =>
  Math.abs(at.getTime() - Date.parse(createdAt)) < sameAct

/** A box's steps: packed, shipped, delivered. */
function eventsOf({
  drop,
  packedAt,
  shippedAt,
  deliveredAt,
  trackingNumber,
}: typeof boxes.$inferSelect): OrderEvent[] {
  const what = `${dropName(drop)}’s box`
  const told = (at: Date | null, words: string) =>
    at ? [{ at: at.toISOString(), who: null, what: words }] : []
  return [
    ...told(packedAt, `${what} packed`),
    ...told(shippedAt, `${what} shipped${trackingNumber ? `, ${trackingNumber}` : ''}`),
    ...told(deliveredAt, `${what} delivered`),
  ]
}

function deedOf({ action, before, after }: typeof auditLog.$inferSelect, refundedCents: number): string {
  const was = (before ?? {}) as Record<string, string | null>
  const is = (after ?? {}) as {
    status?: string
    trackingNumber?: string
    drops?: string[]
    reason?: string
    note?: string
    subject?: string
    amountCents?: number
    totalCents?: number
    isTaxOnly?: boolean
  }
  switch (action) {
    case 'order.status':
      return `Status set by hand, from ${was.status} to ${is.status}`
    case 'order.tracking':
      return `Tracking number ${is.trackingNumber}${was.trackingNumber ? `, before ${was.trackingNumber}` : ''}`
    case 'order.refund':
      return `${refundedCents > 0 ? `Refunded ${formatCents(refundedCents)} for` : 'Called off'} ${(is.drops ?? []).map(dropName).join(', ')}${is.reason ? `: ${is.reason}` : ''}`
    case 'order.give-back':
      return `Refunded ${formatCents(is.totalCents ?? 0)}${is.isTaxOnly ? ' of tax' : ''}: ${is.reason}`
    case 'order.by-hand':
      return is.reason ? `Manual order: ${is.reason}` : 'Manual order'
    case 'order.refund-again':
      return 'Tried a refund again'
    case 'order.refund-settled':
      return `Noted a refund as paid another way: ${is.note}`
    case 'order.payment-decided':
      return `Said that a payment buys ${belts((after as { boxes?: number }).boxes ?? 0)}`
    case 'order.give-credit':
      return `Gave ${formatCents(is.amountCents ?? 0)} of store credit: ${is.reason}`
    case 'order.mail':
      return `Emailed the buyer: ${is.subject}`
    case 'order.tags':
      return tagged(before, after)
    case 'order.note':
      return 'Wrote a note'
    case 'mail.send-again':
      return 'Sent an email again'
    default:
      return actionName(action)
  }
}

function tagged(before: unknown, after: unknown): string {
  const tagsOf = (value: unknown) => (value as { tags?: string[] } | null)?.tags ?? []
  const [was, is] = [tagsOf(before), tagsOf(after)]
  const added = is.filter((tag) => !was.includes(tag))
  const gone = was.filter((tag) => !is.includes(tag))
  const words = [
    ...(added.length > 0 ? [`tagged ${added.join(', ')}`] : []),
    ...(gone.length > 0 ? [`took off the ${gone.length === 1 ? 'tag' : 'tags'} ${gone.join(', ')}`] : []),
  ]
  return words.join(', ').replace(/^./, (first) => first.toUpperCase())
}

function belts(count: number): string {
  if (count === 0) return 'no belts'
  return count === 1 ? 'one belt' : `${count} belts`
}

/** What an order led to: memberships in cart order with their boxes, payments and refunds. */
async function orderClub(shop: Shop, orderId: string) {
  const { db } = shop
  const rows = await db
    .select({ membership: memberships, planName: subscriptionPlans.name })
    .from(memberships)
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.planId, memberships.planId))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position))
  const ids = rows.map((row) => row.membership.id)
  if (ids.length === 0)
    return { memberships: [], payments: [], refunds: [], disputes: [], fraudWarnings: [], boxEvents: [] }
  const owed = await db
    .select({ box: boxes, belt: products.name })
    .from(boxes)
    .leftJoin(products, eq(boxes.productId, products.id))
    .where(inArray(boxes.membershipId, ids))
    .orderBy(asc(boxes.drop), asc(boxes.ordinal))
  const payments = await db
    .select()
    .from(membershipPayments)
    .where(inArray(membershipPayments.membershipId, ids))
    .orderBy(asc(membershipPayments.paidAt))
  const given = await db
    .select({ refund: refunds, dispute: membershipPayments.dispute })
    .from(refunds)
    .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
    .where(inArray(membershipPayments.membershipId, ids))
    .orderBy(asc(refunds.createdAt))
  const intents = payments.flatMap(({ intentId }) => intentId ?? [])
  const disputed = await db
    .select()
    .from(disputes)
    .where(inArray(disputes.intentId, intents))
    .orderBy(asc(disputes.createdAt))
  const warned = await db
    .select({ kind: fraudWarnings.kind })
    .from(fraudWarnings)
    .where(and(inArray(fraudWarnings.intentId, intents), eq(fraudWarnings.isOpen, true)))
  const charges = await Promise.all(rows.map(({ membership }) => nextCharge(shop, membership)))
  return {
    memberships: rows.map(({ membership, planName }, place) => ({
      id: membership.id,
      orderItemId: membership.orderItemId,
      planId: membership.planId,
      planName,
      isGift: membership.isGift,
      status: membership.status,
      nextChargeOn: charges[place]?.on ?? null,
      nextChargeCents: sumOf(charges[place]),
      nextCreditCents: charges[place]?.creditCents ?? null,
      providerTerms: membership.providerTerms,
      boxes: owed
        .filter(({ box }) => box.membershipId === membership.id)
        .map(({ box, belt }) => ({
          id: box.id,
          drop: box.drop,
          state: box.state,
          valueCents: box.valueCents,
          belt,
          size: box.size,
          holdReason: box.holdReason,
          trackingNumber: box.trackingNumber,
          isRefundable: box.paymentId !== null && unpackedStates.includes(box.state),
        })),
    })),
    boxEvents: owed.flatMap(({ box }) => eventsOf(box)),
    disputes: disputed.map(({ id, state, status, amountCents, reason, dueBy }) => ({
      ...{ id, state, status, amountCents, reason },
      dueBy: dueBy?.toISOString() ?? null,
    })),
    fraudWarnings: [...new Set(warned.map(({ kind }) => kind.replaceAll('_', ' ')))],
    payments: payments.map(({ id, reference, paidAt, amountCents, taxCents, boxCount, ...payment }) => ({
      id,
      reference,
      paidAt: paidAt.toISOString(),
      amountCents,
      creditCents: payment.creditCents,
      taxCents,
      boxCount,
      expectedCents: payment.decidedAt ? null : payment.expectedCents,
    })),
    refunds: given.map(
      ({ dispute, refund: { id, createdAt, amountCents, taxCents, status, ...refund } }) => ({
        id,
        createdAt: createdAt.toISOString(),
        amountCents,
        taxCents,
        status,
        madeBy: giverOf({ status, ...refund }, dispute),
        reason: refund.reason,
        problem: status === 'failed' ? refund.lastError : null,
      }),
    ),
  }
}

type Given = Pick<typeof refunds.$inferSelect, 'status' | 'madeBy' | 'providerId'>

/** Who gives a refund's money: one that the provider never made waits for the bank, or the bank has given it (decision 125). */
function giverOf({ status, madeBy, providerId }: Given, dispute: string | null): keyof typeof refundPlaces {
  if (status === 'pending' && providerId === null && dispute !== null) return 'waits'
  if (madeBy !== 'provider') return 'shop'
  return providerId === null ? 'bank' : 'provider'
}
