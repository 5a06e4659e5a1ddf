import type { MailContent } from '../outbox/renderers.ts'
import type { Sender } from './layout.tsx'
import { renderShipped } from './shipped.ts'

/** Every mail that a gift's recipient can get, with made-up content: none may name a price (gift-mails.test.ts). */
export const recipientSamples: Record<string, (sender: Sender) => Promise<MailContent>> = {
  'shipped-gift': (sender) =>
    renderShipped(sender, {
      to: 'thomas@example.com',
      orderNumber: 'BC-7K3F-9QMT',
      recipientName: 'Thomas Ellison',
      belt: 'The Ashbury',
      trackingNumber: '9400100000000000000000',
      isGift: true,
    }),
}
