import { type CalendarDate, formatDate, formatDay } from '../../domain/calendar-date.ts'
import type { DelayAnswer, DelayReason } from '../../domain/delay.ts'
import { dropName } from '../../domain/drop.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { callName } from '../../domain/slug.ts'
import { decides } from '../delays/answer-delay.ts'
import { type DelayFound, delayLink, findDelay } from '../delays/delay-links.ts'
import { nameForGiver } from '../ledger/find-membership.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { lateBecause, lateForWearer } from './handed-over-belts.ts'
import { type Sender, senderOf } from './layout.tsx'
import { manageLink, type Notice, renderNotice } from './notice.tsx'

export type Choice = { link: string; silence: DelayAnswer; refundAfter: CalendarDate | null }

export type DelayNoticeView = {
  to: string
  /** "Your December belt", or the gift's belt */
  belt: string
  reason: DelayReason
  wasDay: CalendarDate
  newDay: CalendarDate | null
  /** null: the belt cost nothing, so there is nothing to choose */
  choice: Choice | null
  isGiver: boolean
  /** the reader handed the membership over since */
  isFormer: boolean
}

/** Says what happens without an answer. */
function silenceWords({ silence, refundAfter }: Choice, today: CalendarDate): string {
  return silence === 'wait'
    ? 'If we don’t hear from you, the belt still comes. You can still ask for your money back until it ships.'
    : `If we don’t hear from you by ${formatDay(refundAfter!, today)}, we’ll refund this belt. If you wait, you can still ask for your money back until it ships.`
}

/** The two buttons of a delay, and what happens without an answer (16 CFR 435.2(b)). */
export function choiceOf(
  choice: Choice,
  today: CalendarDate,
): Pick<Notice, 'link' | 'otherLink' | 'closing'> {
  return {
    link: { words: 'I’ll wait', href: `${choice.link}?answer=wait` },
    otherLink: { words: 'Refund this belt', href: `${choice.link}?answer=refund` },
    closing: [silenceWords(choice, today)],
  }
}

/** Says that a belt can't ship on its promised day, and asks the buyer of one that cost something: wait, or a refund. */
export function renderDelayNotice(sender: Sender, view: DelayNoticeView): Promise<MailContent> {
  const { to, belt, reason, wasDay, newDay, choice, isGiver, isFormer } = view
  const news = newDay ? `${belt} ships by ${formatDay(newDay, sender.today)}` : `${belt} has to wait`
  return renderNotice(sender, {
    to,
    subject: news,
    title: `${news}.`,
    paragraphs: [
      `We promised it by ${formatDay(wasDay, sender.today)}. ${lateBecause[reason]} ${newDay ? `The new day is ${formatDate(newDay)}.` : 'We don’t know the new day yet.'}`,
      choice === null
        ? 'It’s on us, and it still comes. You don’t need to do a thing.'
        : isFormer
          ? 'You’ve handed your membership over, but you paid for this belt, so it’s your call: the new member waits for it, or you get a refund.'
          : 'It’s your call: wait for it, or get a refund for this belt. The rest of your plan stays as it is.',
    ],
    ...(choice ? choiceOf(choice, sender.today) : {}),
    ...(isFormer ? {} : manageLink(sender)),
    reason: isGiver
      ? 'You’re getting this email because you gave someone a membership.'
      : choice
        ? 'You’re getting this email because you paid for this belt.'
        : 'You’re getting this email because one of your belts is late.',
  })
}

/**
 * Writes the delay-notice email, to whoever decides: whoever paid, or without them, the wearer of an own membership. A belt
 * that cost nothing is the news of whoever has the membership now.
 * @param subjectId "box:delay"; with ":wearer" for the new wearer of a belt that someone else paid for
 */
export async function delayNotice(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { delayId, as } = subjectOf('delay-notice', subjectId)
  const found = await findDelay(shop, delayId)
  if (!found) return { droppedBecause: 'the delay is gone' }
  const { delay, box, membership } = found
  const formerPayer = box.valueCents > 0 ? found.formerPayer : null
  if (delay.endedAt) return { droppedBecause: 'it was settled before the email left' }
  if (as === 'wearer') return lateForWearer(shop, found)
  const to = decides({ membership, formerPayer })[0]
  if (!to) return { droppedBecause: 'no one left an email address for it' }
  return renderDelayNotice(senderOf(shop), {
    ...{
      to,
      belt: beltOf({ ...found, formerPayer }),
      reason: delay.reason,
      wasDay: delay.wasDay,
      newDay: delay.newDay,
    },
    choice: box.valueCents > 0 ? await choiceFor(shop, found, to) : null,
    ...{ isGiver: membership.isGift, isFormer: formerPayer !== null },
  })
}

/** A delay's choice, with a link for one of the people who may decide. */
export async function choiceFor(shop: Shop, { delay }: DelayFound, email: string): Promise<Choice> {
  const { id, silence, refundAfter } = delay
  return { link: await delayLink(shop, id, email), silence, refundAfter }
}

/** "Your December belt", or for a gift or after a handover, whose it is. */
function beltOf({ box, membership, formerPayer }: DelayFound): string {
  if (formerPayer) return `The ${dropName(box.drop)} belt you paid for`
  const name = callName(nameForGiver(membership))
  return membership.isGift
    ? `The ${dropName(box.drop)} belt of your gift${name && ` to ${name}`}`
    : `Your ${dropName(box.drop)} belt`
}
