import { and, asc, eq, inArray, isNull, lte, ne, or } from 'drizzle-orm'
import { boxes, memberships } from '../../db/schema.ts'
import type { Gender } from '../../domain/belt.ts'
import { unpackedStates } from '../../domain/box.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { type Drop, dropName } from '../../domain/drop.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { measuringLine } from '../../domain/measuring.ts'
import { type SizeReminderDay, sizeReminderOn } from '../../domain/renewal-notices.ts'
import { unsureSize } from '../../domain/sizing.ts'
import { callName } from '../../domain/slug.ts'
import { loadGift, toldAt } from '../gifts/load-gift.ts'
import { giftLink } from '../gifts/open-gift.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { wearerEmail } from '../ledger/find-membership.ts'
import { hasOptedOut, optOutLinks } from '../members/opt-out.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { renderNotice } from './notice.tsx'

export type ChoiceWantedView = {
  to: string
  drop: Drop
  missing: 'size' | 'address'
  recipientName: string
  isGift: boolean
}

/** Asks the wearer for what a box is on hold for. No amounts and no links to prices. */
export function renderChoiceWanted(sender: Sender, view: ChoiceWantedView): Promise<MailContent> {
  const { to, drop, missing, isGift } = view
  const name = callName(view.recipientName)
  const wanted = missing === 'size' ? 'your size' : 'your address'
  const sentence = `${dropName(drop)}’s belt is waiting for ${wanted}`
  return renderNotice(sender, {
    to,
    subject: sentence,
    title: name ? `${name}, ${sentence}.` : `${sentence}.`,
    paragraphs: [
      missing === 'size'
        ? 'Your belt size is your pants or waist size plus 2 inches. Choose it on your page and we’ll get your belt in the next shipment.'
        : 'Part of your address is missing, so no carrier could find you. Finish it on your page and we’ll get your belt in the next shipment.',
    ],
    link: {
      words: missing === 'size' ? 'Choose your size' : 'Complete the address',
      href: `${sender.publicUrl}/account`,
    },
    closing: ['Or just reply to this email and we’ll take care of it.'],
    reason: isGift
      ? 'You’re getting this email because someone gave you a membership.'
      : 'You’re getting this email because one of your belts is in this drop.',
    isGift,
  })
}

/** Writes the choice-wanted email. @param subjectId "box:day the owner asked" */
export async function choiceWanted(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { boxId } = subjectOf('choice-wanted', subjectId)
  const [row] = await shop.db
    .select({ box: boxes, membership: memberships })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .where(eq(boxes.id, boxId))
  if (!row) return { droppedBecause: 'the box is gone' }
  const { holdReason, state, drop } = row.box
  if (state !== 'held' || (holdReason !== 'size' && holdReason !== 'address')) {
    return { droppedBecause: 'nothing is missing any more' }
  }
  const { isGift, address } = row.membership
  const to = wearerEmail(row.membership)
  if (!to) return { droppedBecause: 'no one left an email address for it' }
  const { fullName = '' } = address
  return renderChoiceWanted(senderOf(shop), {
    to,
    drop,
    missing: holdReason,
    recipientName: fullName,
    isGift,
  })
}

export type SizeReminderView = {
  to: string
  recipientName: string
  gender: Gender
  /** the belt that has waited longest */
  drop: Drop
  /** the last day a size counts for it; null: past its cut-off, it ships once the size is known */
  chooseBy: string | null
  isGift: boolean
  link: string
  stopLink: string
}

/** Asks for the size again. No links to prices. */
export function renderSizeReminder(sender: Sender, view: SizeReminderView): Promise<MailContent> {
  const { to, drop, chooseBy, gender, isGift } = view
  const name = callName(view.recipientName)
  const which = `what size should we send for ${dropName(drop)}?`
  return renderNotice(sender, {
    to,
    subject: `Choose a size for ${dropName(drop)}’s belt`,
    title: name ? `${name}, ${which}` : `W${which.slice(1)}`,
    paragraphs: [
      chooseBy
        ? `Choose by ${formatDay(chooseBy, sender.today)}. We can’t send it without your size.`
        : 'We’re holding it until we know your size.',
      measuringLine(gender),
      'If it still doesn’t fit, exchanges are free. The measuring guide comes with your first belt.',
    ],
    link: { words: 'Choose your size', href: view.link },
    leave: { words: 'No more reminders', href: view.stopLink },
    reason: isGift
      ? 'You’re getting this email because someone gave you a membership.'
      : 'You’re getting this email because you’re a member and weren’t sure of your size.',
    isGift,
  })
}

/** Writes the size-reminder-* emails. @param subjectId "membership:drop of the cut-off" */
export async function sizeReminder(
  shop: Shop,
  subjectId: string,
  day: SizeReminderDay,
): Promise<MailContent | Dropped> {
  const { membershipId, drop: cutOffDrop } = subjectOf(`size-reminder-${day}`, subjectId)
  const today = shopDay(shop)
  const [membership] = await shop.db.select().from(memberships).where(eq(memberships.id, membershipId))
  if (membership?.size !== unsureSize) return { droppedBecause: 'the size was chosen' }
  const { isGift } = membership
  const to = wearerEmail(membership)
  if (!to) return { droppedBecause: 'no one left an email address for it' }
  const toldOn = isGift ? await noticeDay(shop, membershipId) : shopDay(shop, membership.createdAt)
  const calendar = await dropCalendar(shop.db, shop.config.timeZone, today.slice(0, 7))
  const due = sizeReminderOn(calendar, today)
  const isDue = due?.days === day && due.drop === cutOffDrop && toldOn && toldOn <= due.toldUntil
  const box = isDue && (await waitingBox(shop, membershipId, cutOffDrop))
  if (!box) return { droppedBecause: 'it is too late for this reminder, or no belt waits' }
  if (await hasOptedOut(shop, to, 'size-reminders')) return { droppedBecause: 'reminders were refused' }
  const stop = await optOutLinks(shop, to, 'size-reminders')
  const gift = isGift ? await loadGift(shop, membershipId) : null
  const mail = await renderSizeReminder(senderOf(shop), {
    to,
    recipientName: membership.address.fullName ?? '',
    gender: membership.gender,
    drop: box.drop,
    chooseBy: box.drop === cutOffDrop ? due.cutOffDay : null,
    isGift,
    link: gift ? await giftLink(shop, gift) : `${shop.config.publicUrl}/account`,
    stopLink: stop.link,
  })
  return { ...mail, headers: stop.headers }
}

async function noticeDay(shop: Shop, membershipId: string) {
  const told = await toldAt(shop, membershipId)
  return told && shopDay(shop, told)
}

async function waitingBox(shop: Shop, membershipId: string, upTo: Drop) {
  const [box] = await shop.db
    .select({ drop: boxes.drop })
    .from(boxes)
    .where(
      and(
        eq(boxes.membershipId, membershipId),
        eq(boxes.kind, 'owed'),
        inArray(boxes.state, unpackedStates),
        lte(boxes.drop, upTo),
        or(isNull(boxes.holdReason), ne(boxes.holdReason, 'dispute')),
      ),
    )
    .orderBy(asc(boxes.drop))
    .limit(1)
  return box
}
