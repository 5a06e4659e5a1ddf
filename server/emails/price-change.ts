import { type CalendarDate, formatDate } from '../../domain/calendar-date.ts'
import { formatCents } from '../../domain/money.ts'
import type { MailContent } from '../outbox/renderers.ts'
import type { Sender } from './layout.tsx'
import { membershipReason } from './membership-view.ts'
import { renderNotice } from './notice.tsx'

export type PriceChangeView = {
  to: string
  name: string
  nowCents: number
  thenCents: number
  /** the first charge at the new price, at least 30 days ahead (spec §9 "Policy figures") */
  chargeOn: CalendarDate
  cancelLink: string
}

/** A new price, told at least 30 days before it is charged: what, when, how much, and the way out. */
export function renderPriceChange(sender: Sender, view: PriceChangeView): Promise<MailContent> {
  const day = formatDate(view.chargeOn)
  return renderNotice(sender, {
    to: view.to,
    subject: `A new price for your ${view.name}, from ${day}`.replaceAll('\u00a0', ' '),
    title: `Your price changes on ${day}.`,
    paragraphs: [
      `Your ${view.name} costs ${formatCents(view.nowCents)} today. From your renewal on ${day} it costs ${formatCents(view.thenCents)}, plus tax where it is due.`,
      'What you have paid for already ships at the price that you paid.',
    ],
    rows: [
      { name: 'Until then', amount: formatCents(view.nowCents) },
      { name: `From ${day}`, amount: formatCents(view.thenCents), isTotal: true },
    ],
    link: { words: 'Cancel before it changes', href: view.cancelLink },
    closing: ['If the new price is fine, there is nothing that you need to do.'],
    reason: membershipReason,
  })
}
