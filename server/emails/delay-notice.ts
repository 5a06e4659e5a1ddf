import { type CalendarDate, formatDate, formatDay } from '../../domain/calendar-date.ts'
import type { CartShipping } from '../../domain/cart.ts'
import type { DelayAnswer, DelayReason } from '../../domain/delay.ts'
import { dropName } from '../../domain/drop.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { callName } from '../../domain/slug.ts'
import { decides } from '../delays/answer-delay.ts'
import { type DelayFound, delayLink, findDelay } from '../delays/delay-links.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import type { Sender } from './layout.tsx'
import { manageLink, type Notice, renderNotice } from './notice.tsx'

export type Choice = { link: string; silence: DelayAnswer; refundAfter: CalendarDate | null }

export type DelayNoticeView = {
  to: string
  /** "Your December belt", or the gift's belt */
  belt: string
  reason: DelayReason
  wasDay: CalendarDate
  newDay: CalendarDate | null
  choice: Choice
  isGiver: boolean
}

/** Says what happens without an answer. */
function silenceWords({ silence, refundAfter }: Choice): string {
  return silence === 'wait'
    ? 'If we don’t hear from you, we’ll keep it for you. You can still ask for your money back until it ships.'
    : `If we don’t hear from you by ${formatDay(refundAfter!)}, we’ll refund this belt. If you wait, you can still ask for your money back until it ships.`
}

/** The two buttons of a delay, and what happens without an answer (16 CFR 435.2(b)). */
export function choiceOf(choice: Choice): Pick<Notice, 'link' | 'otherLink' | 'closing'> {
  return {
    link: { words: 'I’ll wait', href: `${choice.link}?answer=wait` },
    otherLink: { words: 'Refund this belt', href: `${choice.link}?answer=refund` },
    closing: [silenceWords(choice)],
  }
}

const why: Record<DelayReason, string> = {
  stock: 'We’ve run out of this size, and more are on the way.',
  unseen: 'Every belt in this drop that comes in this size has been sent before, and we won’t repeat one.',
  late: 'We’re running behind, and we’re sorry.',
  hold: 'The drop is on hold.',
  release: 'The drop was on hold.',
  'ship-by': 'The drop is late.',
  month: 'The drop moved to another month.',
}

/** Says that a belt can't ship on its promised day, and asks the buyer: wait, or a refund. */
export function renderDelayNotice(sender: Sender, view: DelayNoticeView): Promise<MailContent> {
  const { to, belt, reason, wasDay, newDay, choice, isGiver } = view
  const news = newDay ? `${belt} ships by ${formatDay(newDay)}` : `${belt} has to wait`
  return renderNotice(sender, {
    to,
    subject: news,
    title: `${news}.`,
    paragraphs: [
      `We promised it by ${formatDay(wasDay)}. ${why[reason]} ${newDay ? `The new day is ${formatDate(newDay)}.` : 'We don’t know the new day yet.'}`,
      'It’s your call: wait for it, or get the money for this belt back. The rest of your plan stays as it is.',
    ],
    ...choiceOf(choice),
    ...manageLink(sender),
    reason: isGiver
      ? 'You’re getting this email because you gave someone a membership.'
      : 'You’re getting this email because you paid for this belt.',
  })
}

/** Writes the delay-notice email, to whoever decides: the payer, or without one, the wearer of an own membership. @param subjectId "box:delay" */
export async function delayNotice(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const found = await findDelay(shop, subjectOf('delay-notice', subjectId).delayId)
  if (!found) return { droppedBecause: 'the delay is gone' }
  const { delay, membership } = found
  if (delay.endedAt) return { droppedBecause: 'it was settled before the mail left' }
  const to = decides(membership)[0]
  if (!to) return { droppedBecause: 'nobody left an e-mail address for it' }
  return renderDelayNotice(shop.config, {
    ...{ to, belt: beltOf(found), reason: delay.reason, wasDay: delay.wasDay, newDay: delay.newDay },
    choice: await choiceFor(shop, found, to),
    isGiver: membership.isGift,
  })
}

/** A delay's choice, with a link for one of the people who may decide. */
export async function choiceFor(shop: Shop, { delay }: DelayFound, email: string): Promise<Choice> {
  const { id, silence, refundAfter } = delay
  return { link: await delayLink(shop, id, email), silence, refundAfter }
}

/** "Your December belt", or for a gift, whose it is. */
function beltOf({ box, membership }: DelayFound): string {
  const name = callName((membership.address as Partial<CartShipping>).fullName ?? '')
  return membership.isGift
    ? `The ${dropName(box.drop)} belt of your gift${name && ` to ${name}`}`
    : `Your ${dropName(box.drop)} belt`
}
