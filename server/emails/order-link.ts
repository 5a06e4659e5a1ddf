import { eq } from 'drizzle-orm'
import { manualOrders } from '../../db/schema.ts'
import { calendarDateIn, formatDay } from '../../domain/calendar-date.ts'
import { newOrderLink } from '../checkout/order-link.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import type { Sender } from './layout.tsx'
import { renderNotice } from './notice.tsx'

export type OrderLinkView = { to: string; items: string[]; until: string; link: string }

/** Sends the payment link of an order that staff entered. @param manualOrderId the outbox row's subject id */
export async function orderLink(shop: Shop, manualOrderId: string): Promise<MailContent | Dropped> {
  const [row] = await shop.db.select().from(manualOrders).where(eq(manualOrders.id, manualOrderId))
  if (!row?.expiresAt || row.expiresAt <= shop.now()) return { droppedBecause: 'its link was ended' }
  const lastDay = calendarDateIn(shop.config.timeZone, new Date(row.expiresAt.getTime() - 1))
  return renderOrderLink(shop.config, {
    to: row.email,
    items: row.cart.map(
      ({ planName, recipientType, shippingDetails }) =>
        `${planName}${recipientType === 'gift' ? ', a gift' : ''}, for ${shippingDetails?.fullName ?? ''}`,
    ),
    until: formatDay(lastDay),
    link: await newOrderLink(shop, row.id),
  })
}

export function renderOrderLink(
  sender: Sender,
  { to, items, until, link }: OrderLinkView,
): Promise<MailContent> {
  return renderNotice(sender, {
    to,
    subject: 'Your order is ready to pay',
    title: 'Your order is ready to pay.',
    paragraphs: [
      'We’ve written down what you asked for. Check it and pay by card.',
      `The link works through ${until}. Nothing is charged until you pay.`,
    ],
    list: { head: 'What you asked for', lines: items },
    link: { words: 'Check it and pay', href: link },
    reason: 'You’re getting this email because you ordered with us in person or by phone.',
  })
}
