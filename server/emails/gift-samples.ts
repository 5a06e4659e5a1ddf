import type { MailContent } from '../outbox/renderers.ts'
import { renderChoiceWanted } from './choice-wanted.ts'
import { renderDropNotice } from './drop-notice.ts'
import { recipientExchangeSamples } from './exchange-samples.ts'
import { renderGiftNotice } from './gift-notice.ts'
import { type GiftReminderView, renderGiftReminder } from './gift-reminder.ts'
import type { Sender } from './layout.tsx'
import { renderMagicLink } from './magic-link.ts'
import { renderShipped } from './shipped.ts'
import { renderSizeReminder } from './size-reminder.ts'

export const sampleGiftView = (sender: Sender): GiftReminderView & { message: string } => ({
  to: 'thomas@example.com',
  recipientName: 'Thomas Ellison',
  senderName: 'Maya Ellison',
  belts: 12,
  firstDrop: '2026-12',
  shipBy: '2026-12-05',
  picksStyle: true,
  choosesSize: true,
  link: `${sender.publicUrl}/gift/Zm9sbG93LXRoZS1iZWx0LXRvLXRoZS1idWNrbGU`,
  chooseBy: '2026-11-30',
  stopLink: `${sender.publicUrl}/mail/stop/c2FtcGxlLXRva2VuLW9mLXRoZS13YXktb3V0`,
  message: 'Dad, yours has been held together by hope since 2019.\n\nHappy birthday.',
})

/** Every mail that a gift's recipient can get, with made-up content: none may name a price (gift-mails.test.ts). */
export const recipientSamples: Record<string, (sender: Sender) => Promise<MailContent>> = {
  'gift-notice': (sender) => renderGiftNotice(sender, sampleGiftView(sender)),
  'gift-notice-style': (sender) =>
    renderGiftNotice(sender, { ...sampleGiftView(sender), belts: 6, choosesSize: false, message: null }),
  'gift-notice-chosen': (sender) =>
    renderGiftNotice(sender, {
      ...sampleGiftView(sender),
      belts: 1,
      picksStyle: false,
      choosesSize: false,
      link: null,
    }),
  'gift-reminder-3': (sender) => renderGiftReminder(sender, 3, sampleGiftView(sender)),
  'gift-reminder-10': (sender) =>
    renderGiftReminder(sender, 10, { ...sampleGiftView(sender), choosesSize: false }),
  'magic-link': (sender) =>
    renderMagicLink(sender, {
      to: 'thomas@example.com',
      link: `${sender.publicUrl}/account/enter/Zm9sbG93LXRoZS1iZWx0LXRvLXRoZS1idWNrbGU`,
    }),
  'choice-wanted': (sender) =>
    renderChoiceWanted(sender, {
      ...{ to: 'thomas@example.com', drop: '2026-12', missing: 'size' },
      ...{ recipientName: 'Thomas Ellison', isGift: true },
    }),
  'size-reminder-gift': (sender) =>
    renderSizeReminder(sender, {
      ...{ to: 'thomas@example.com', recipientName: 'Thomas Ellison', gender: 'male', drop: '2026-12' },
      ...{ chooseBy: null, isGift: true, link: sampleGiftView(sender).link },
      stopLink: sampleGiftView(sender).stopLink,
    }),
  'drop-month-gift': (sender) =>
    renderDropNotice(sender, {
      ...{ to: 'thomas@example.com', drop: '2026-12', kind: 'month', toDrop: '2027-01', shipBy: null },
      words: 'The buckles are still on their way to us, and we would rather send your belt whole.',
      ...{ recipientName: 'Thomas Ellison', isGift: true, isGiver: false, moveCharge: false },
    }),
  'shipped-gift': (sender) =>
    renderShipped(sender, {
      to: 'thomas@example.com',
      orderNumber: 'BC-7K3F-9QMT',
      recipientName: 'Thomas Ellison',
      belt: 'The Ashbury',
      trackingNumber: '9400100000000000000000',
      isGift: true,
    }),
  ...recipientExchangeSamples,
}
