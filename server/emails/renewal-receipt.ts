import { asc, eq } from 'drizzle-orm'
import { boxes, membershipPayments } from '../../db/schema.ts'
import { type CalendarDate, calendarDateIn, formatDate } from '../../domain/calendar-date.ts'
import type { Drop } from '../../domain/drop.ts'
import type { DropCalendar } from '../../domain/drop-calendar.ts'
import { formatCents } from '../../domain/money.ts'
import { dropCalendar } from '../billing/drop-calendar.ts'
import type { MailContent } from '../outbox/renderers.ts'
import type { Shop } from '../shop.ts'
import type { Sender } from './layout.tsx'
import { loadMembershipView, membershipReason, shipsLines } from './membership-view.ts'
import { renderNotice } from './notice.tsx'

export type ReceiptView = {
  to: string
  name: string
  paidOn: CalendarDate
  amountCents: number
  taxCents: number
  drops: Drop[]
  /** the owner's days */
  calendar: DropCalendar
  /** null when it will not renew again */
  nextChargeOn: CalendarDate | null
}

/** The mail of the outbox's kind renewal-receipt; the fact is the membership payment's id. */
export async function renewalReceipt(shop: Shop, paymentId: string): Promise<MailContent> {
  const [payment] = await shop.db
    .select()
    .from(membershipPayments)
    .where(eq(membershipPayments.id, paymentId))
  if (!payment) throw new Error(`payment ${paymentId} is gone`)
  const bought = await shop.db
    .select({ drop: boxes.drop })
    .from(boxes)
    .where(eq(boxes.paymentId, paymentId))
    .orderBy(asc(boxes.drop))
  const { membership, to, name } = await loadMembershipView(shop, payment.membershipId)
  return renderRenewalReceipt(shop.config, {
    to,
    name,
    paidOn: calendarDateIn(shop.config.timeZone, payment.paidAt),
    amountCents: payment.amountCents,
    taxCents: payment.taxCents,
    drops: bought.map((box) => box.drop),
    calendar: await dropCalendar(shop.db, shop.config.timeZone),
    nextChargeOn: membership.renews ? membership.paidUntil : null,
  })
}

/** Renders it from its view alone. */
export function renderRenewalReceipt(sender: Sender, view: ReceiptView): Promise<MailContent> {
  const total = formatCents(view.amountCents + view.taxCents)
  return renderNotice(sender, {
    to: view.to,
    subject: `Your ${view.name} is renewed`,
    title: 'Thank you. You are in the club for another term.',
    paragraphs: [`On ${formatDate(view.paidOn)} we charged ${total} for your ${view.name}.`],
    list: { head: 'What it buys', lines: shipsLines(view.drops, view.calendar) },
    rows: [
      { name: 'Membership', amount: formatCents(view.amountCents) },
      { name: 'Shipping', amount: 'Free' },
      ...(view.taxCents > 0 ? [{ name: 'Sales tax, California', amount: formatCents(view.taxCents) }] : []),
      { name: 'Paid', amount: total, isTotal: true },
    ],
    closing: view.nextChargeOn
      ? [
          `Renews ${formatDate(view.nextChargeOn)}, until you cancel. You can cancel anytime on your membership’s page, or by writing to ${sender.supportEmail}.`,
        ]
      : ['It will not renew again: nothing more is charged.'],
    leave: { words: 'Manage or cancel your membership', href: `${sender.publicUrl}/account` },
    reason: membershipReason,
  })
}
