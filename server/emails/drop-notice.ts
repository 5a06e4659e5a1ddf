import { eq } from 'drizzle-orm'
import { dropNotices, memberships } from '../../db/schema.ts'
import type { DropChange } from '../../domain/admin/drop-contracts.ts'
import { type CalendarDate, formatDay } from '../../domain/calendar-date.ts'
import { type Drop, dropName } from '../../domain/drop.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { callName } from '../../domain/slug.ts'
import { openDelaysOf } from '../delays/delay-links.ts'
import { nameForGiver, wearerEmail } from '../ledger/find-membership.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type Choice, choiceFor, choiceOf } from './delay-notice.ts'
import { type Sender, senderOf } from './layout.tsx'
import { manageLink, renderNotice } from './notice.tsx'

export type DropNoticeView = {
  to: string
  drop: Drop
  kind: DropChange
  /** the owner's text; a blank line starts a new paragraph */
  words: string
  shipBy: CalendarDate | null
  toDrop: Drop | null
  recipientName: string
  isGift: boolean
  /** the reader paid for someone else's gift */
  isGiver: boolean
  /** the reader paid for a belt that is late now and must answer; absent: no answer is needed */
  choice?: Choice
  /** the reader's next charge moves with the boxes */
  moveCharge: boolean
}

/** Told to everyone in a drop when the owner holds or moves it (club-rules.md "Hold or move"). */
export function renderDropNotice(sender: Sender, view: DropNoticeView): Promise<MailContent> {
  const { to, drop, kind, words, shipBy, toDrop, isGift, isGiver, moveCharge, choice } = view
  const calm = choice ? '' : ' You don’t need to do a thing.'
  const name = isGiver ? callName(view.recipientName) : ''
  const belt = isGiver
    ? `The ${dropName(drop)} belt of your gift${name && ` to ${name}`}`
    : `Your ${dropName(drop)} belt`
  const news: Record<DropChange, string> = {
    hold: `${belt} has to wait`,
    release: `${belt} ships by ${shipBy ? formatDay(shipBy, sender.today) : 'the new day'}`,
    'ship-by': `${belt} ships by ${shipBy ? formatDay(shipBy, sender.today) : 'the new day'}`,
    month: `${belt} comes in the ${toDrop ? dropName(toDrop) : 'next'} drop`,
  }
  const facts: Record<DropChange, string> = {
    hold: `We’ll write again as soon as it has a new date.${calm}`,
    release: `It’s no longer on hold.${calm}`,
    'ship-by': choice ? 'Nothing else changes.' : 'Nothing else changes, and you don’t need to do a thing.',
    month: `Everything after it moves back by the same amount${moveCharge ? ', and so does your next charge' : ''}. You won’t miss a belt${choice ? '.' : ', and you don’t need to do a thing.'}`,
  }
  const [first = '', ...rest] = words.split(/\n\s*\n/).map((part) => part.trim().replaceAll(/\s+/g, ' '))
  return renderNotice(sender, {
    to,
    subject: news[kind],
    title: `${news[kind]}.`,
    paragraphs: [
      first,
      ...rest,
      facts[kind],
      ...(choice ? ['It’s your call: wait for it, or get a refund for this belt.'] : []),
    ],
    ...(choice ? choiceOf(choice, sender.today) : {}),
    ...(isGift && !isGiver ? {} : manageLink(sender)),
    reason: isGiver
      ? 'You’re getting this email because you gave someone a membership.'
      : isGift
        ? 'You’re getting this email because someone gave you a membership.'
        : 'You’re getting this email because one of your belts is in this drop.',
    isGift: isGift && !isGiver,
  })
}

/** Writes the drop-notice email. @param subjectId "membership:notice:member or giver" */
export async function dropNotice(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { membershipId, noticeId, as } = subjectOf('drop-notice', subjectId)
  const [notice] = await shop.db.select().from(dropNotices).where(eq(dropNotices.id, noticeId))
  const [membership] = await shop.db.select().from(memberships).where(eq(memberships.id, membershipId))
  if (!notice || !membership) return { droppedBecause: 'the membership is gone' }
  const { isGift, renews } = membership
  const isGiver = as === 'giver'
  const to = isGiver ? membership.payerEmail : wearerEmail(membership)
  if (!to) return { droppedBecause: 'no one left an email address for it' }
  const mine = isGift && !isGiver ? undefined : await delayOf(shop, noticeId, to)
  return renderDropNotice(senderOf(shop), {
    ...(mine ? { choice: await choiceFor(shop, mine, to) } : {}),
    ...{ to, isGift, isGiver, drop: notice.drop, words: notice.words },
    ...{ kind: notice.kind as DropChange, shipBy: notice.shipBy, toDrop: notice.toDrop },
    recipientName: nameForGiver(membership),
    moveCharge: !isGift && renews,
  })
}

/** The question a notice asks of a mailbox: one email for all its late belts, whose page lists the others. */
async function delayOf(shop: Shop, noticeId: string, email: string) {
  return (await openDelaysOf(shop, [email])).find(({ delay }) => delay.noticeId === noticeId)
}
