import { callName, oneLine } from '../../domain/slug.ts'
import { trackingOf } from '../../domain/tracking.ts'
import type { MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type ExchangeView, exchangeReason, loadExchangeView } from './exchange-view.ts'

import type { Sender } from './layout.tsx'
import { type Notice, renderNotice } from './notice.tsx'

type Words = (view: ExchangeView, sender: Sender) => Omit<Notice, 'to' | 'reason' | 'isGift'>

/** What a member hears of an exchange after its request, by the outbox's kind. */
const exchangeLabel = {
  'return-received': (view) => ({
    subject: `Your return ${view.number} is here`,
    title: 'We’ve got your belt back.',
    paragraphs: [
      {
        replacement: `Thank you. ${view.wanted} ships now, and we’ll email you when it’s on its way.`,
        refund:
          'Thank you. The full price goes back to the original payment method, within 5-7 business days.',
        credit: 'Thank you. Your store credit is next, and we’ll email you when it’s ready.',
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
        `${view.wanted} left us ${tracking ? `with ${tracking.carrier}` : 'today'} and usually arrives in 3 to 7 business days.`,
      ],
      list: {
        head: 'Your package',
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
    subject: 'Your store credit is ready',
    title: 'Your store credit is ready.',
    paragraphs: [
      `It’s for the belt you sent back${view.belt ? `, ${view.belt}` : ''}. It doesn’t expire.`,
      'Turn it into a code on your member page, and use it any time you join or give a gift.',
    ],
    link: { words: 'Open my member page', href: `${sender.publicUrl}/account` },
  }),
  'exchange-expired': (view, sender) => ({
    subject: `Your return ${view.number} hasn’t arrived`,
    title: 'We haven’t seen your belt.',
    paragraphs: [
      view.remedy === 'replacement'
        ? `So ${view.wanted} is back on the shelf, and the belt you have is yours to keep.`
        : 'So we’ve closed the return, and the belt you have is yours to keep.',
      `Is it on its way, or lost? Reply to this email or write to ${sender.supportEmail} and we’ll track it down.`,
    ],
  }),
  'return-refused': (view, sender) => ({
    subject: `About your return ${view.number}`,
    title: 'We’re sending your belt back.',
    paragraphs: [
      'It was worn, or came without its packaging, so we can’t take it back. We’re sending it back to you, and shipping’s on us.',
      `See it differently? Reply to this email, or write to ${sender.supportEmail}.`,
    ],
  }),
} satisfies Record<string, Words>

export type ExchangeMail = keyof typeof exchangeLabel

/** Who writes a mail of this kind; its subject id is "membership's id:exchange's id". */
export function exchangeMail(kind: ExchangeMail) {
  return async (shop: Shop, subjectId: string): Promise<MailContent> =>
    renderExchangeMail(shop.config, kind, (await loadExchangeView(shop, subjectId)).view)
}

/** Renders it from its view alone. */
export function renderExchangeMail(
  sender: Sender,
  kind: ExchangeMail,
  view: ExchangeView,
): Promise<MailContent> {
  const words: Omit<Notice, 'to' | 'reason' | 'isGift'> = (exchangeLabel[kind] as Words)(view, sender)
  return renderNotice(sender, { ...words, to: view.to, reason: exchangeReason(view), isGift: view.isGift })
}
