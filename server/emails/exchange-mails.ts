import { callName, oneLine } from '../../domain/slug.ts'
import { trackingOf } from '../../domain/tracking.ts'
import type { MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type ExchangeView, exchangeReason, loadExchangeView } from './exchange-view.ts'

import type { Sender } from './layout.tsx'
import { type Notice, renderNotice } from './notice.tsx'

type Words = (view: ExchangeView, sender: Sender) => Omit<Notice, 'to' | 'reason' | 'isGift'>

/** What a member hears of an exchange after its request, by the outbox's kind. */
const exchangeWords = {
  'return-received': (view) => ({
    subject: `Your return ${view.number} is here`,
    title: 'Your belt is back with us.',
    paragraphs: [
      {
        replacement: `Thank you. ${view.wanted} ships to you now; another mail says when it has left.`,
        refund:
          'Thank you. The full price goes back to the original payment method, within 5-7 business days.',
        credit: 'Thank you. Your store credit follows; another mail says when it is there.',
      }[view.remedy],
    ],
  }),
  'replacement-shipped': (view) => {
    const number = oneLine(view.trackingNumber)
    const tracking = trackingOf(number)
    const name = callName(view.recipientName)
    return {
      subject: `${view.wanted} is on its way to you`,
      title: name ? `${name}, your new belt is on its way.` : 'Your new belt is on its way.',
      paragraphs: [
        `${view.wanted} left us ${tracking ? `with ${tracking.carrier}` : 'today'}, and is most often there in 3 to 7 business days.`,
      ],
      list: {
        head: 'The parcel',
        lines: [
          ...(number ? [`Tracking number ${number}`] : []),
          `To ${oneLine(view.recipientName) || 'you'}`,
          `Order ${view.orderNumber}, return ${view.number}`,
        ],
      },
      ...(tracking ? { link: { words: `Follow it with ${tracking.carrier}`, href: tracking.link } } : {}),
    }
  },
  'return-credited': (view, sender) => ({
    subject: 'Your store credit is there',
    title: 'Your store credit is there.',
    paragraphs: [
      `It stands for the belt that came back${view.belt ? `, ${view.belt}` : ''}. It does not expire.`,
      'On your member’s page you make it into a code, and use it whenever you join or give.',
    ],
    link: { words: 'Open my member’s page', href: `${sender.publicUrl}/account` },
  }),
  'exchange-expired': (view, sender) => ({
    subject: `Your return ${view.number} has not arrived`,
    title: 'We have not seen your belt.',
    paragraphs: [
      view.remedy === 'replacement'
        ? `So ${view.wanted} is free for others again, and the belt you have stays yours.`
        : 'So the return has ended, and the belt you have stays yours.',
      `Is it on its way, or lost? Reply to this mail, or write to ${sender.supportEmail}: we look for it.`,
    ],
  }),
  'return-refused': (view, sender) => ({
    subject: `About your return ${view.number}`,
    title: 'Your belt comes to you again.',
    paragraphs: [
      'It was worn, or came without its packaging, so that we cannot take it back. We send it to you again, and the postage is on us.',
      `Do you see it otherwise? Reply to this mail, or write to ${sender.supportEmail}.`,
    ],
  }),
} satisfies Record<string, Words>

export type ExchangeMail = keyof typeof exchangeWords

/** Who writes a mail of this kind; its fact is "membership's id:exchange's id". */
export function exchangeMail(kind: ExchangeMail) {
  return async (shop: Shop, fact: string): Promise<MailContent> =>
    renderExchangeMail(shop.config, kind, (await loadExchangeView(shop, fact)).view)
}

/** Renders it from its view alone. */
export function renderExchangeMail(
  sender: Sender,
  kind: ExchangeMail,
  view: ExchangeView,
): Promise<MailContent> {
  const words: Omit<Notice, 'to' | 'reason' | 'isGift'> = (exchangeWords[kind] as Words)(view, sender)
  return renderNotice(sender, { ...words, to: view.to, reason: exchangeReason(view), isGift: view.isGift })
}
