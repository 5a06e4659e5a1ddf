import type { auditLog } from '../../../db/schema.ts'
import type { OrderDetail, OrderEvent } from '../../../domain/admin/order-detail.ts'
import { dropName } from '../../../domain/drop.ts'
import { formatCents } from '../../../domain/money.ts'

type Known = Pick<OrderDetail, 'order' | 'payments' | 'refunds' | 'mails'> & {
  lines: (typeof auditLog.$inferSelect)[]
  /** what happened to the belts that went back (exchange-events.ts) */
  others: OrderEvent[]
}

/** What happened to an order, oldest first: what the shop did, and what the staff did by the audit log. */
export function orderHistory({ order, payments, refunds, mails, lines, others }: Known): OrderEvent[] {
  const events: OrderEvent[] = [
    { at: order.createdAt, who: null, what: 'Ordered' },
    ...payments.map((payment) => ({
      at: payment.paidAt,
      who: null,
      what: `Paid ${formatCents(payment.amountCents + payment.taxCents)} for ${belts(payment.boxCount)}`,
    })),
    ...refunds.map((refund) => ({
      at: refund.createdAt,
      who: null,
      what: `Refund of ${formatCents(refund.amountCents + refund.taxCents)}${refund.madeBy === 'provider' ? ', made at the provider' : ''}, ${refund.status}`,
    })),
    ...mails
      .filter((mail) => mail.sentAt !== null)
      .map((mail) => ({ at: mail.sentAt!, who: null, what: `Mail sent: ${mail.kind.replaceAll('-', ' ')}` })),
    ...others,
    ...lines.map((line) => ({ at: line.at.toISOString(), who: line.username, what: deedOf(line) })),
  ]
  return events.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

function deedOf({ action, before, after }: typeof auditLog.$inferSelect): string {
  const was = (before ?? {}) as Record<string, string | null>
  const is = (after ?? {}) as {
    status?: string
    trackingNumber?: string
    drops?: string[]
    reason?: string
    note?: string
  }
  switch (action) {
    case 'order.status':
      return `Status from ${was.status} to ${is.status}`
    case 'order.tracking':
      return `Tracking number ${is.trackingNumber}${was.trackingNumber ? `, before ${was.trackingNumber}` : ''}`
    case 'order.refund':
      return `Refunded ${(is.drops ?? []).map(dropName).join(', ')}`
    case 'order.give-back':
      return `Gave back ${formatCents(Number((after as { totalCents?: number }).totalCents ?? 0))}: ${is.reason}`
    case 'order.refund-again':
      return 'Had a refund tried again'
    case 'order.refund-settled':
      return `Noted a refund as paid in another way: ${is.note}`
    case 'order.note':
      return 'Wrote a note'
    case 'mail.send-again':
      return 'Had a mail sent again'
    default:
      return action
  }
}

function belts(count: number): string {
  return count === 1 ? 'one belt' : `${count} belts`
}
