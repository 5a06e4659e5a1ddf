import type { MailContent } from '../outbox/renderers.ts'
import type { Sender } from './layout.tsx'
import { magicLinkMinutes } from './magic-link.ts'
import { renderNotice } from './notice.tsx'

export type ExchangeLinkView = { to: string; orderNumber: string; link: string }

/** The way from the returns page into an exchange, without a password. */
export function renderExchangeLink(
  sender: Sender,
  { to, orderNumber, link }: ExchangeLinkView,
): Promise<MailContent> {
  return renderNotice(sender, {
    to,
    subject: `Your exchange, order ${orderNumber}`,
    title: 'Here is the way to your exchange.',
    paragraphs: [
      `The link opens your member’s page at the belts of order ${orderNumber}: choose which one goes back, and what you would like instead. It works for ${magicLinkMinutes} minutes, and once.`,
      'Did you not ask for it? Do nothing: without the link nobody gets in.',
    ],
    link: { words: 'Start my exchange', href: link },
    reason: 'You get this mail because this address was typed on our returns page.',
    isGift: true,
  })
}
