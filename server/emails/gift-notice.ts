import {
  beltsSentence,
  closingOf,
  type GiftCopy,
  giftIntro,
  giftReason,
  giftTitle,
  giverOf,
  openChoice,
  signatureOf,
} from '../../domain/gift-copy.ts'
import { isGiftNoticeDue } from '../../domain/gift-schedule.ts'
import { giftCopyOf } from '../gifts/gift-copy.ts'
import { giftLink } from '../gifts/gift-link.ts'
import { loadGift } from '../gifts/load-gift.ts'
import { shopDay } from '../ledger/shop-day.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import type { Sender } from './layout.tsx'
import { renderNotice } from './notice.tsx'

export type GiftNoticeView = GiftView & {
  /** the giver's message, or null */
  message: string | null
}

/** Writes the gift-notice email. @param membershipId the outbox row's subject id */
export async function giftNotice(shop: Shop, membershipId: string): Promise<MailContent | Dropped> {
  const gift = await loadGift(shop, membershipId)
  if (!gift) throw new Error(`the gift ${membershipId} is gone`)
  const today = shopDay(shop)
  const words = giftCopyOf(gift, today)
  if (!words) return { droppedBecause: 'no belt of the gift is left' }
  if (!gift.membership.memberEmail) return { droppedBecause: 'the gift has no address to write to' }
  if (!isGiftNoticeDue(gift, today)) return { droppedBecause: 'its day is not come, or long gone' }
  return renderGiftNotice(shop.config, {
    ...words,
    to: gift.membership.memberEmail,
    link: words.picksStyle || words.choosesSize ? await giftLink(shop, gift) : null,
    message: gift.message || null,
  })
}

/** The notice of a gift, sent at 09:00 shop time on the day the giver chose (club-rules.md "The gift"). */
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
      'If it doesn’t fit, just reply to this email. Exchanges are free within 30 days of delivery.',
    ],
    reason: giftReason,
    isGift: true,
  })
}

/** What a gift's emails know. */
export type GiftView = GiftCopy & {
  /** the recipient */
  to: string
  /** /gift/:token; null if nothing is left to choose */
  link: string | null
}
