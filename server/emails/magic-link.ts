import type { MailContent } from '../shop/mailer.ts'
import type { Sender } from './layout.tsx'
import { renderNotice } from './notice.tsx'

/** Minutes for which the link to /account works, once (club-rules.md "The member's page"). */
export const magicLinkMinutes = 30

export type MagicLinkView = { to: string; link: string }

/** The way into the member's page, without a password. */
export function renderMagicLink(sender: Sender, { to, link }: MagicLinkView): Promise<MailContent> {
  return renderNotice(sender, {
    to,
    subject: `Your link to ${sender.shopName}`,
    title: 'Here is your way in.',
    paragraphs: [
      `The link opens your member’s page. It works for ${magicLinkMinutes} minutes, and once.`,
      'Did you not ask for it? Do nothing: without the link nobody gets in.',
    ],
    link: { words: 'Open my member’s page', href: link },
    reason: 'You get this mail because this address was typed on our sign-in page.',
    isGift: true,
  })
}

type ExchangeLinkView = { to: string; orderNumber: string; link: string }

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
