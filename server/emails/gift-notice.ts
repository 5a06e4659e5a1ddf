import {
  beltsSentence,
  closingOf,
  giftIntro,
  giftReason,
  giftTitle,
  giverOf,
  openChoice,
  signatureOf,
} from '../../domain/gift-words.ts'
import type { MailContent } from '../outbox/renderers.ts'
import type { GiftView } from './gift-view.ts'
import type { Sender } from './layout.tsx'
import { renderNotice } from './notice.tsx'

export type GiftNoticeView = GiftView & {
  /** what the giver wrote, or null */
  message: string | null
}

/** The notice of a gift, at 09:00 shop time of the day that the giver chose (club.md "The gift"). */
export function renderGiftNotice(sender: Sender, view: GiftNoticeView): Promise<MailContent> {
  const choice = openChoice(view)
  return renderNotice(sender, {
    to: view.to,
    subject: `${giverOf(view)} is sending you ${view.belts === 1 ? 'a belt' : 'belts'}`,
    title: giftTitle(view),
    paragraphs: [beltsSentence(view), giftIntro(sender.shopName, view)],
    ...(view.message?.trim() ? { letter: { words: view.message, signed: signatureOf(view) } } : {}),
    ...(choice && view.link ? { link: { words: `Choose ${choice}`, href: view.link } } : {}),
    closing: [
      closingOf(view),
      'A belt that does not fit is exchanged free within 30 days of delivery: reply to this mail.',
    ],
    reason: giftReason,
    isGift: true,
  })
}
