import { eq } from 'drizzle-orm'
import { boxes, memberships } from '../../db/schema.ts'
import { voidStates } from '../../domain/box.ts'
import { type CalendarDate, formatDate, formatDay } from '../../domain/calendar-date.ts'
import type { DelayReason } from '../../domain/delay.ts'
import { type Drop, dropName } from '../../domain/drop.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import type { DelayFound } from '../delays/delay-links.ts'
import { asSentTo, type Membership } from '../ledger/find-membership.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { manageLink, renderNotice } from './notice.tsx'

// News of a belt for someone who took a membership over, when whoever paid for that belt decides about it or took the money
// back (docs/decisions/089). They name neither that person nor a price.

/** Why a belt is late, in words. */
export const lateBecause: Record<DelayReason, string> = {
  stock: 'We’ve run out of this size, and more are on the way.',
  unseen: 'Every belt in this drop that comes in this size has been sent before, and we won’t repeat one.',
  late: 'We’re running behind, and we’re sorry.',
  hold: 'The drop is on hold.',
  release: 'The drop was on hold.',
  'ship-by': 'The drop is late.',
  month: 'The drop moved to another month.',
}

const wearerOf = ({ memberEmail, payerEmail }: Membership) => memberEmail ?? payerEmail
const reason = 'You’re getting this email because you took over a membership.'

export type LateBeltView = {
  to: string
  drop: Drop
  reason: DelayReason
  wasDay: CalendarDate
  newDay: CalendarDate | null
}

/** Writes the news of a delay; whoever paid for the belt gets the question (delay-notice.ts). */
export async function lateForWearer(
  shop: Shop,
  { delay, box, membership, formerPayer }: DelayFound,
): Promise<MailContent | Dropped> {
  const to = wearerOf(membership)
  if (!to || !formerPayer) return { droppedBecause: 'whoever wears it is asked themselves' }
  return renderLateForWearer(senderOf(shop), {
    ...{ to, drop: box.drop, reason: delay.reason, wasDay: delay.wasDay, newDay: delay.newDay },
  })
}

export function renderLateForWearer(sender: Sender, view: LateBeltView): Promise<MailContent> {
  const { to, drop, wasDay, newDay } = view
  const belt = `Your ${dropName(drop)} belt`
  const news = newDay ? `${belt} ships by ${formatDay(newDay, sender.today)}` : `${belt} has to wait`
  return renderNotice(sender, {
    to,
    subject: news,
    title: `${news}.`,
    paragraphs: [
      `We promised it by ${formatDay(wasDay, sender.today)}. ${lateBecause[view.reason]} ${newDay ? `The new day is ${formatDate(newDay)}.` : 'We don’t know the new day yet.'}`,
      'It was paid for before the membership was yours, so we’ve asked whoever paid if it may wait. You don’t need to do a thing.',
    ],
    ...manageLink(sender),
    reason,
  })
}

/** Writes the box-gone email: a belt that won't come, because whoever paid for it got their money back. */
export async function boxGone(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { boxId } = subjectOf('box-gone', subjectId)
  const [row] = await shop.db
    .select({ box: boxes, membership: memberships })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .where(eq(boxes.id, boxId))
  if (!row || !voidStates.includes(row.box.state)) return { droppedBecause: 'the belt comes after all' }
  const to = wearerOf(await asSentTo(shop.db, row.box, row.membership))
  if (!to) return { droppedBecause: 'no one left an email address for it' }
  return renderBoxGone(senderOf(shop), { to, drop: row.box.drop })
}

export function renderBoxGone(
  sender: Sender,
  { to, drop }: { to: string; drop: Drop },
): Promise<MailContent> {
  const news = `Your ${dropName(drop)} belt won’t come`
  return renderNotice(sender, {
    to,
    subject: news,
    title: `${news}.`,
    paragraphs: [
      'It was paid for before the membership was yours, and whoever paid has their money back. You haven’t been charged for it.',
      'Nothing else changes: your membership continues, and every belt you pay for comes to you.',
    ],
    ...manageLink(sender),
    reason,
  })
}
