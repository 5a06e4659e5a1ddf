import { eq } from 'drizzle-orm'
import { renewalStops } from '../../db/schema.ts'
import { type CalendarDate, formatDate } from '../../domain/calendar-date.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { loadMembershipView, membershipReason } from './membership-view.ts'
import { renderNotice } from './notice.tsx'

type StoppedView = { to: string; name: string; reason: string; chargeOn: CalendarDate }

/** Tells a payer that their renewal waits, until which day, and why. @param subjectId "membership:stop:day" */
export async function renewalsStopped(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { membershipId, stopId, chargeOn } = subjectOf('renewals-stopped', subjectId)
  const { membership, to, name } = await loadMembershipView(shop, membershipId)
  if (!membership.renews) return { droppedBecause: `the membership is ${membership.status}` }
  if (membership.paidUntil !== chargeOn) return { droppedBecause: 'the charge has moved again since' }
  const [stop] = await shop.db.select().from(renewalStops).where(eq(renewalStops.id, stopId))
  if (!stop) throw new Error(`the stop of renewals ${stopId} is gone`)
  return renderRenewalsStopped(senderOf(shop), { to, name, reason: stop.reason, chargeOn })
}

export function renderRenewalsStopped(sender: Sender, view: StoppedView): Promise<MailContent> {
  const day = formatDate(view.chargeOn)
  return renderNotice(sender, {
    to: view.to,
    subject: `Your ${view.name} won’t be charged until ${day}`.replaceAll('\u00a0', ' '),
    title: 'We’ve moved your next charge.',
    paragraphs: [
      view.reason,
      `So your ${view.name} renews on ${day}, and your card isn’t charged before. We’ll remind you first. Belts you’ve already paid for are still yours.`,
    ],
    link: { words: 'See your membership, or cancel', href: `${sender.publicUrl}/account` },
    closing: ['You don’t need to do a thing.'],
    reason: membershipReason,
  })
}
