import { type CalendarDate, formatDate } from '../../domain/calendar-date.ts'
import { type Drop, dropName } from '../../domain/drop.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { formatCents } from '../../domain/money.ts'
import { dueRenewalNotice, type NoticeDays } from '../../domain/renewal-notices.ts'
import { isChargingPaused, readNextCharge } from '../memberships/next-charge.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { creditRows, loadMembershipView, membershipReason, taxRows } from './membership-view.ts'
import { renderNotice } from './notice.tsx'

export type RenewalNoticeView = {
  to: string
  /** "Monthly membership" */
  name: string
  chargeOn: CalendarDate
  amountCents: number
  /** the part that store credit pays */
  creditCents: number
  /** null if none is due */
  taxCents: number | null
  taxState: string | null
  /** the drops the charge buys, in order */
  drops: Drop[]
}

/** Writes the renewal-notice-* emails. @param subjectId "membership:day of the charge" */
export async function renewalNotice(
  shop: Shop,
  subjectId: string,
  days: NoticeDays,
): Promise<MailContent | Dropped> {
  const { membershipId, chargeOn } = subjectOf('renewal-notice-30', subjectId)
  const { membership, to, taxState } = await loadMembershipView(shop, membershipId)
  const charge = membership.status === 'active' ? await readNextCharge(shop, membership) : null
  if (!charge || (await isChargingPaused(shop, membership)))
    return { droppedBecause: 'nothing will be charged' }
  if (charge.on !== chargeOn) return { droppedBecause: `the charge was moved to ${charge.on}` }
  const { plan } = charge
  if (dueRenewalNotice(plan.months, chargeOn, shopDay(shop)) !== days)
    return { droppedBecause: 'it is too late for this notice' }
  const { amountCents, creditCents, taxCents, drops } = charge
  return renderRenewalNotice(senderOf(shop), {
    to,
    name: `${plan.name} membership`,
    chargeOn,
    ...{ amountCents, creditCents },
    taxCents: taxCents > 0 ? taxCents : null,
    taxState,
    drops,
  })
}

/** Announces a renewal (domain/renewal-notices.ts says when): what, when, how much, and how to cancel. */
export function renderRenewalNotice(sender: Sender, view: RenewalNoticeView): Promise<MailContent> {
  const { name, drops } = view
  const day = formatDate(view.chargeOn)
  const totalCents = view.amountCents - view.creditCents + (view.taxCents ?? 0)
  const total = formatCents(totalCents)
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
      totalCents === 0
        ? `That day your store credit pays for ${what}. We won’t charge your card.`
        : `That day we’ll charge your card ${total} for ${what}.`,
      ...(view.creditCents > 0
        ? [
            `That’s with the ${formatCents(view.creditCents)} of store credit that you have today. If you spend it before then, we’ll charge your card that much more, plus any tax on it.`,
          ]
        : []),
      'If that works for you, you don’t need to do a thing.',
    ],
    rows: [
      { name, amount: formatCents(view.amountCents) },
      ...creditRows(view.creditCents),
      { name: 'Shipping', amount: 'Free' },
      ...taxRows(view.taxCents, view.taxState),
      { name: `To be charged on ${day}`, amount: total, isTotal: true },
    ],
    link: { words: 'Cancel the renewal', href: `${sender.publicUrl}/account` },
    closing: ['Belts you’ve paid for still ship. You can skip a month or pause there, too.'],
    reason: membershipReason,
  })
}
