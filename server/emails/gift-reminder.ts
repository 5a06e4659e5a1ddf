import { giftReason, giverOf, openChoice, unchosenSentence } from '../../domain/gift-copy.ts'
import { dueGiftReminder, type ReminderDay } from '../../domain/gift-schedule.ts'
import { callName } from '../../domain/slug.ts'
import { chooseByDay, giftCopyOf } from '../gifts/gift-copy.ts'
import { giftLink } from '../gifts/gift-link.ts'
import { loadGift, toldAt } from '../gifts/load-gift.ts'
import { shopDay } from '../ledger/shop-day.ts'
import { hasOptedOut, optOutLinks } from '../members/opt-out.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import type { GiftView } from './gift-notice.ts'
import type { Sender } from './layout.tsx'
import { renderNotice } from './notice.tsx'

export type GiftReminderView = GiftView & {
  link: string
  /** unsubscribes from these reminders */
  stopLink: string
}

/** Writes the gift-reminder-* emails. @param membershipId the outbox row's subject id */
export async function giftReminder(
  shop: Shop,
  membershipId: string,
  day: ReminderDay,
): Promise<MailContent | Dropped> {
  const gift = await loadGift(shop, membershipId)
  const to = gift?.membership.memberEmail
  if (!gift || !to) throw new Error(`the gift ${membershipId} is gone`)
  const told = await toldAt(shop, membershipId)
  const today = shopDay(shop)
  const words = giftCopyOf(gift, today)
  const due =
    told &&
    dueGiftReminder(
      {
        toldOn: shopDay(shop, told),
        isUnchosen: gift.picksStyle || gift.choosesSize,
        chooseBy: chooseByDay(gift, today),
      },
      today,
    )
  if (!words || due !== day) return { droppedBecause: 'it was chosen, or it is too late for this reminder' }
  if (await hasOptedOut(shop, to, 'gift-reminders')) return { droppedBecause: 'reminders were refused' }
  const stop = await optOutLinks(shop, to, 'gift-reminders')
  const mail = await renderGiftReminder(shop.config, day, {
    ...words,
    to,
    link: await giftLink(shop, gift),
    stopLink: stop.link,
  })
  return { ...mail, headers: stop.headers }
}

export function renderGiftReminder(
  sender: Sender,
  day: ReminderDay,
  view: GiftReminderView,
): Promise<MailContent> {
  const choice = openChoice(view) ?? 'your style'
  const name = callName(view.recipientName)
  const again = day === 3 ? 'Your belts are waiting on you.' : 'We still don’t know what to send you.'
  return renderNotice(sender, {
    to: view.to,
    subject: day === 3 ? `Choose ${choice}` : `Last reminder: choose ${choice}`,
    title: name ? `${name}, what do you wear?` : 'What do you wear?',
    paragraphs: [
      `${again} ${giverOf(view)} left ${choice} up to you. It only takes a minute.`,
      unchosenSentence(view),
    ],
    link: { words: `Choose ${choice}`, href: view.link },
    ...(day === 10 ? { closing: ['This is our last reminder, but the link still works.'] } : {}),
    leave: { words: 'No more reminders', href: view.stopLink },
    reason: giftReason,
    isGift: true,
  })
}
