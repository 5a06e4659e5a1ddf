import { eq } from 'drizzle-orm'
import { memberships } from '../../db/schema.ts'
import { addDays, type CalendarDate, formatDate } from '../../domain/calendar-date.ts'
import { formatCents } from '../../domain/money.ts'
import { cardLink } from '../billing/card-link.ts'
import { unpaidDays } from '../billing/unpaid-days.ts'
import type { Dropped, MailContent } from '../outbox/renderers.ts'
import type { Shop } from '../shop.ts'
import type { Sender } from './layout.tsx'
import { loadMembershipView, membershipReason } from './membership-view.ts'
import { type Notice, renderNotice } from './notice.tsx'

/** Days after the failed charge on which the buyer is told (club.md "Renewal law"). */
export type FailedDay = 0 | 3 | 7 | 18

export type FailedView = {
  to: string
  name: string
  totalCents: number
  endsOn: CalendarDate
  cardLink: string
  /** the bank would pay if its owner confirmed it: where that is done */
  bankPage: string | null
}

/** The mails of the outbox's kinds renewal-failed-*; the fact is the bill's id. */
export async function renewalFailed(
  shop: Shop,
  invoiceId: string,
  day: FailedDay,
): Promise<MailContent | Dropped> {
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
  return renderRenewalFailed(shop.config, day, {
    to,
    name,
    totalCents: invoice.totalCents,
    endsOn: addDays(membership.pastDueSince, unpaidDays),
    cardLink: await cardLink(shop, membership.id),
    bankPage: invoice.asksBank ? invoice.payPage : null,
  })
}

/** Renders one from its view alone. */
export function renderRenewalFailed(sender: Sender, day: FailedDay, view: FailedView): Promise<MailContent> {
  const subjects: Record<FailedDay, string> = {
    0: `Your ${view.name} could not be renewed`,
    3: `Reminder: your ${view.name} could not be renewed`,
    7: `Your ${view.name} ends on ${formatDate(view.endsOn)} unless it is paid`,
    18: `Last reminder: your ${view.name} ends on ${formatDate(view.endsOn)}`,
  }
  const sum = formatCents(view.totalCents)
  const notice: Notice = {
    to: view.to,
    subject: subjects[day].replaceAll('\u00a0', ' '),
    title: day === 0 ? 'Your renewal could not be charged.' : 'Your renewal is still unpaid.',
    paragraphs: [
      `Your bank ${view.bankPage ? `wants you to confirm the charge of ${sum}` : `refused ${sum}`} for your ${view.name}. The belts that you have paid for ship as planned; new ones wait.`,
      view.bankPage
        ? 'Confirm it on the page of our payment provider, which asks your bank. Nothing else is needed, and you need not order again.'
        : 'Cards expire and banks are careful: most often a new card mends it. The charge is then repeated by itself, you need not order again.',
      `If nothing can be charged, the membership ends on ${formatDate(view.endsOn)}, and you owe nothing.`,
    ],
    link: view.bankPage
      ? { words: 'Confirm with your bank', href: view.bankPage }
      : { words: 'Change your card', href: view.cardLink },
    closing: [
      ...(view.bankPage ? [`Would you rather use another card? Change it here: ${view.cardLink}`] : []),
      `The link is yours alone and works for 30 days. If you would rather stop, write to ${sender.supportEmail}.`,
    ],
    reason: membershipReason,
  }
  return renderNotice(sender, notice)
}
