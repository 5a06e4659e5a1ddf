import { type CalendarDate, formatDate } from '../../domain/calendar-date.ts'
import { formatCents } from '../../domain/money.ts'
import type { MailContent } from '../outbox/renderers.ts'
import type { Sender } from './layout.tsx'
import { membershipReason } from './membership-view.ts'
import { type Notice, renderNotice } from './notice.tsx'

export type YearlySummaryView = {
  to: string
  /** the year that has passed */
  year: number
  /** what the address pays for */
  memberships: {
    /** "Monthly membership", "gift for Thomas Ellison" */
    name: string
    belts: number
    paidCents: number
    /** null: it does not renew */
    renewal: { on: CalendarDate; amountCents: number } | null
  }[]
  cancelLink: string
}

/** Once a year, to everybody who pays: what, when, how much, and the way out (club.md "Renewal law"). */
export function renderYearlySummary(sender: Sender, view: YearlySummaryView): Promise<MailContent> {
  const { memberships, year } = view
  const total = memberships.reduce((sum, each) => sum + each.paidCents, 0)
  const belts = memberships.reduce((sum, each) => sum + each.belts, 0)
  const renewing = memberships.some((each) => each.renewal)
  const lines = memberships.map(({ name, renewal }) =>
    renewal
      ? `Your ${name} renews on ${formatDate(renewal.on)} at ${formatCents(renewal.amountCents)}, until you cancel`
      : `Your ${name} does not renew`,
  )
  const way: Pick<Notice, 'link' | 'closing'> = renewing
    ? {
        link: { words: 'Manage or cancel', href: view.cancelLink },
        closing: ['Cancelling takes two clicks there. Belts that you have paid for still ship.'],
      }
    : {}
  return renderNotice(sender, {
    to: view.to,
    subject: `Your ${year} with ${sender.shopName}`,
    title: `Your ${year}, in ${belts === 1 ? 'one belt' : `${belts} belts`}.`,
    paragraphs: [`This is what you paid in ${year}, and what comes next.`],
    list: { head: 'What comes next', lines },
    rows: [
      ...memberships.map(({ name, paidCents }) => ({
        name: `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`,
        amount: formatCents(paidCents),
      })),
      { name: `Paid in ${year}`, amount: formatCents(total), isTotal: true },
    ],
    ...way,
    reason: membershipReason,
  })
}
