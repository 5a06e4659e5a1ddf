import type { MailContent } from '../outbox/renderers.ts'
import type { Sender } from './layout.tsx'
import { renderShipped } from './shipped.ts'

const parcel = {
  to: 'maya@example.com',
  orderNumber: 'BC-7K3F-9QMT',
  recipientName: 'Maya Ellison',
  trackingNumber: '1Z999AA10123456784',
}

/** The mails about belts on their way and the member's page, with made-up content. */
export const clubSamples: Record<string, (sender: Sender) => Promise<MailContent>> = {
  shipped: (sender) => renderShipped(sender, { ...parcel, belt: 'The Ashbury', isGift: false }),
  'shipped-by-hand': (sender) =>
    renderShipped(sender, { ...parcel, trackingNumber: 'Courier 7', isGift: false }),
}
