import { asc, eq } from 'drizzle-orm'
import { boxes, membershipPayments, memberships } from '../../db/schema.ts'
import { addDays, type CalendarDate, calendarDateIn, formatDate } from '../../domain/calendar-date.ts'
import type { Drop } from '../../domain/drop.ts'
import type { DropCalendar } from '../../domain/drop-calendar.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { formatCents } from '../../domain/money.ts'
import { cardLinkTime } from '../../domain/term-words.ts'
import { cardLink } from '../billing/card-page.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { unpaidClock, unpaidDays } from '../memberships/end-unpaid.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { creditRows, loadMembershipView, membershipReason, shipsLines, taxRows } from './membership-view.ts'
import { manageLink, type Notice, renderNotice } from './notice.tsx'

/** Days after the failed charge on which the buyer is told (club-rules.md "Renewal law"). */
const failedDays = [0, 3, 7, 18] as const
export type FailedDay = (typeof failedDays)[number]

export type FailedView = {
  to: string
  name: string
  totalCents: number
  endsOn: CalendarDate
  cardLink: string
  /** where the card's owner can confirm, if the bank would then pay; null otherwise */
  bankPage: string | null
}

/** Writes the renewal-failed-* emails. @param subjectId the bill's id, and the dispute after which the days start over */
export async function renewalFailed(
  shop: Shop,
  subjectId: string,
  day: FailedDay,
): Promise<MailContent | Dropped> {
  const { invoiceId, after = null } = subjectOf(`renewal-failed-${day}`, subjectId)
  const invoice = await shop.payments.fetchInvoice(invoiceId)
  if (!invoice?.subscriptionId) throw new Error(`the bill ${invoiceId} is gone`)
  if (invoice.status !== 'open') return { droppedBecause: `the bill is ${invoice.status}` }
  const [row] = await shop.db
    .select({ id: memberships.id })
    .from(memberships)
    .where(eq(memberships.stripeSubscriptionId, invoice.subscriptionId))
  if (!row) throw new Error(`the membership of ${invoiceId} is gone`)
  const { membership, to, name } = await loadMembershipView(shop, row.id)
  if (membership.status !== 'past_due' || !membership.pastDueSince)
    return { droppedBecause: `the membership is ${membership.status}` }
  const clock = await unpaidClock(shop, membership.id, membership.pastDueSince)
  if (clock.isDisputed) return { droppedBecause: 'the bank is looking into one of its payments' }
  if (clock.disputeId !== after) return { droppedBecause: 'the days to pay start over after a dispute' }
  // Emails that waited while the shop or the mail server was down.
  const today = shopDay(shop)
  if (clock.endsOn <= today) return { droppedBecause: 'the membership ends today' }
  const isDue = (other: FailedDay) => addDays(clock.endsOn, other - unpaidDays) <= today
  if (failedDays.some((other) => other > day && isDue(other)))
    return { droppedBecause: 'a later reminder is due' }
  return renderRenewalFailed(senderOf(shop), day, {
    to,
    name,
    totalCents: invoice.totalCents,
    endsOn: clock.endsOn,
    cardLink: await cardLink(shop, membership),
    bankPage: invoice.asksBank ? invoice.payPage : null,
  })
}

export function renderRenewalFailed(sender: Sender, day: FailedDay, view: FailedView): Promise<MailContent> {
  const subjects: Record<FailedDay, string> = {
    0: `Your ${view.name} couldn’t be renewed`,
    3: `Reminder: your ${view.name} couldn’t be renewed`,
    7: `Your ${view.name} ends on ${formatDate(view.endsOn)} unless it is paid`,
    18: `Last reminder: your ${view.name} ends on ${formatDate(view.endsOn)}`,
  }
  const sum = formatCents(view.totalCents)
  const notice: Notice = {
    to: view.to,
    subject: subjects[day].replaceAll('\u00a0', ' '),
    title: day === 0 ? 'We couldn’t charge your renewal.' : 'Your renewal is still unpaid.',
    paragraphs: [
      `Your bank ${view.bankPage ? `wants you to confirm the charge of ${sum}` : `declined ${sum}`} for your ${view.name}. The belts you’ve paid for ship as planned. New ones are on hold.`,
      view.bankPage
        ? 'Confirm it on our payment provider’s page, which checks with your bank. That’s all it takes, and you don’t need to order again.'
        : 'Cards expire and banks are careful. A new card usually fixes it. We’ll try the charge again, so you don’t need to reorder.',
      `If it can’t be charged, your membership ends on ${formatDate(view.endsOn)}, and you won’t owe anything.`,
    ],
    link: view.bankPage
      ? { words: 'Confirm with your bank', href: view.bankPage }
      : { words: 'Change your card', href: view.cardLink },
    closing: [
      ...(view.bankPage ? [`Rather use another card? Change it here: ${view.cardLink}`] : []),
      `This link is just for you and works for ${cardLinkTime}. If you’d rather stop, cancel below, or write to ${sender.supportEmail}.`,
    ],
    ...manageLink(sender),
    reason: membershipReason,
  }
  return renderNotice(sender, notice)
}

type ReceiptView = {
  to: string
  name: string
  paidOn: CalendarDate
  /** integer cents paid with money, before tax */
  amountCents: number
  taxState: string | null
  /** integer cents paid with store credit, in addition */
  creditCents: number
  taxCents: number
  drops: Drop[]
  /** the drop calendar, with the owner's dates */
  calendar: DropCalendar
  size: string
  /** null if it won't renew again */
  nextChargeOn: CalendarDate | null
}

/**
 * Writes the renewal-receipt email.
 * @param subjectId the membership payment's id; with ":decided" once the owner decided what a payment of another amount buys
 */
export async function renewalReceipt(shop: Shop, subjectId: string): Promise<MailContent> {
  const { paymentId } = subjectOf('renewal-receipt', subjectId)
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
  const { paidAt } = payment
  const { membership, to, name, taxState } = await loadMembershipView(shop, payment.membershipId, payment)
  return renderRenewalReceipt(senderOf(shop), {
    to,
    name,
    taxState: payment.shipState ?? taxState,
    paidOn: calendarDateIn(shop.config.timeZone, paidAt),
    amountCents: payment.amountCents,
    creditCents: payment.creditCents,
    taxCents: payment.taxCents,
    drops: bought.map((box) => box.drop),
    size: membership.size,
    calendar: await dropCalendar(shop.db, shop.config.timeZone),
    nextChargeOn: membership.renews ? membership.paidUntil : null,
  })
}

export function renderRenewalReceipt(sender: Sender, view: ReceiptView): Promise<MailContent> {
  const totalCents = view.amountCents + view.taxCents
  const total = formatCents(totalCents)
  const isUnclear = view.drops.length === 0
  return renderNotice(sender, {
    to: view.to,
    subject: isUnclear ? `We charged ${total}, and we’re looking into it` : `Your ${view.name} is renewed`,
    title: isUnclear ? 'That’s not your usual amount.' : 'Thank you. You’re in the club for another term.',
    paragraphs: [
      totalCents === 0 && view.creditCents > 0
        ? `On ${formatDate(view.paidOn)} your store credit paid for your ${view.name}. We didn’t charge your card.`
        : `On ${formatDate(view.paidOn)} we charged ${total} for your ${view.name}.`,
      ...(isUnclear
        ? [
            'Your membership doesn’t cost that. We’re looking into it, and we’ll email you about the belts it buys or the money you get back. You don’t need to do a thing.',
          ]
        : []),
    ],
    ...(isUnclear ? {} : { list: { head: 'What’s coming', lines: shipsLines(view, sender.today) } }),
    rows: [
      { name: 'Membership', amount: formatCents(view.amountCents + view.creditCents) },
      ...creditRows(view.creditCents),
      { name: 'Shipping', amount: 'Free' },
      ...taxRows(view.taxCents, view.taxState),
      { name: 'Paid', amount: total, isTotal: true },
    ],
    closing: view.nextChargeOn
      ? [
          `Renews ${formatDate(view.nextChargeOn)}, until you cancel. You can cancel anytime on your membership page, or by writing to ${sender.supportEmail}.`,
        ]
      : ['It won’t renew again, and you won’t be charged.'],
    ...manageLink(sender),
    reason: membershipReason,
  })
}
