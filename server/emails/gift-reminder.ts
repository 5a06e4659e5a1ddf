import { giftReason, giverOf, openChoice, unchosenSentence } from '../../domain/gift-words.ts'
import { callName } from '../../domain/names.ts'
import type { MailContent } from '../outbox/renderers.ts'
import type { GiftView } from './gift-view.ts'
import type { Sender } from './layout.tsx'
import { renderNotice } from './notice.tsx'

/** Days after the notice on which a recipient who has not chosen is asked again (club.md "The gift"). */
export type ReminderDay = 3 | 10

/** Asks again; the link is that of the notice. */
export function renderGiftReminder(
  sender: Sender,
  day: ReminderDay,
  view: GiftView & { link: string },
): Promise<MailContent> {
  const choice = openChoice(view) ?? 'your style'
  const name = callName(view.recipientName)
  const again = day === 3 ? 'Your belts wait for a word from you.' : 'We still do not know what to send you.'
  return renderNotice(sender, {
    to: view.to,
    subject: day === 3 ? `Choose ${choice}` : `Last reminder: choose ${choice}`,
    title: name ? `${name}, what do you wear?` : 'What do you wear?',
    paragraphs: [
      `${again} ${giverOf(view)} left ${choice} to you. It takes a minute.`,
      unchosenSentence(view),
    ],
    link: { words: `Choose ${choice}`, href: view.link },
    ...(day === 10 ? { closing: ['This was the last reminder. The link goes on working.'] } : {}),
    reason: giftReason,
    isGift: true,
  })
}
