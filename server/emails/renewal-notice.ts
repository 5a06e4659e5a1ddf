import { type CalendarDate, formatDate } from '../../domain/calendar-date.ts'
import { type Drop, dropName } from '../../domain/drop.ts'
import { formatCents } from '../../domain/money.ts'
import type { MailContent } from '../outbox/renderers.ts'
import type { Sender } from './layout.tsx'
import { membershipReason } from './membership-view.ts'
import { renderNotice } from './notice.tsx'

export type RenewalNoticeView = {
  to: string
  /** "Monthly membership" */
  name: string
  chargeOn: CalendarDate
  amountCents: number
  /** null where none is due */
  taxCents: number | null
  /** the drops that the charge buys, in order */
  drops: Drop[]
  cancelLink: string
}

/**
 * Told before a renewal: monthly 7 days ahead, 6 and 12 months 30 and 14 (club.md "Renewal law"). What, when, how
 * much, and the way out.
 */
export function renderRenewalNotice(sender: Sender, view: RenewalNoticeView): Promise<MailContent> {
  const { name, drops } = view
  const day = formatDate(view.chargeOn)
  const total = formatCents(view.amountCents + (view.taxCents ?? 0))
  const named = (drop: Drop | undefined) => (drop ? `${dropName(drop)} ${drop.slice(0, 4)}` : '')
  const what =
    drops.length === 1
      ? `one belt, in the ${named(drops[0])} drop`
      : `${drops.length} belts, one a month, ${named(drops[0])} to ${named(drops.at(-1))}`
  return renderNotice(sender, {
    to: view.to,
    subject: `Your ${name} renews on ${day}`.replaceAll('\u00a0', ' '),
    title: `Your membership renews on ${day}.`,
    paragraphs: [
      `On that day we charge ${total} to your card, for ${what}.`,
      'If that is fine, there is nothing that you need to do.',
    ],
    rows: [
      { name, amount: formatCents(view.amountCents) },
      { name: 'Shipping', amount: 'Free' },
      ...(view.taxCents === null
        ? []
        : [{ name: 'Sales tax, California', amount: formatCents(view.taxCents) }]),
      { name: `To be charged on ${day}`, amount: total, isTotal: true },
    ],
    link: { words: 'Cancel the renewal', href: view.cancelLink },
    closing: ['Belts that you have paid for still ship. You can skip a month or pause there, too.'],
    reason: membershipReason,
  })
}
