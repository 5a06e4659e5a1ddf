import type { MailContent } from '../shop/mailer.ts'
import type { Sender } from './layout.tsx'
import { renderNotice } from './notice.tsx'

/** Minutes the link to /account works; it works once (club-rules.md "The member's page"). */
export const magicLinkMinutes = 30

export type MagicLinkView = { to: string; link: string }

/** The link that signs in to the member's page without a password. */
export function renderMagicLink(sender: Sender, { to, link }: MagicLinkView): Promise<MailContent> {
  return renderNotice(sender, {
    to,
    subject: `Your sign-in link for ${sender.shopName}`,
    title: 'Here’s your sign-in link.',
    paragraphs: [
      `It opens your membership page, and works once in the next ${magicLinkMinutes} minutes.`,
      'Didn’t ask for it? You can ignore this email. Nobody gets in without the link.',
    ],
    link: { words: 'Open my membership page', href: link },
    reason: 'You’re getting this email because someone entered this address on our sign-in page.',
    isGift: true,
  })
}

/** Hours the link to someone's data works. */
export const dataLinkHours = 24

type DataLinkView = { to: string; link: string; wish: 'copy' | 'deletion' }

/** The link to everything we keep about an address, or to its deletion, for whoever reads its email. */
export function renderDataLink(sender: Sender, { to, link, wish }: DataLinkView): Promise<MailContent> {
  const isCopy = wish === 'copy'
  const act = isCopy ? 'download everything we keep about you' : 'have everything we keep about you deleted'
  return renderNotice(sender, {
    to,
    subject: isCopy ? 'Your data' : 'Deleting your data',
    title: isCopy ? 'Here’s the link to your data.' : 'Want your data deleted?',
    paragraphs: [
      `Open the link and press the button to ${act}. The link works for ${dataLinkHours} hours.`,
      'Didn’t ask for it? You can ignore this email. Nothing happens without the button.',
    ],
    link: { words: isCopy ? 'Get my data' : 'Delete my data', href: link },
    reason: 'You’re getting this email because someone entered this address on our privacy page.',
    isGift: true,
  })
}

type ExchangeLinkView = { to: string; orderNumber: string; link: string }

/** The link from the returns page to an exchange, without a password. */
export function renderExchangeLink(
  sender: Sender,
  { to, orderNumber, link }: ExchangeLinkView,
): Promise<MailContent> {
  return renderNotice(sender, {
    to,
    subject: `Your belts, order ${orderNumber}`,
    title: 'Here’s the link to your belts.',
    paragraphs: [
      `It opens your membership page at the belts from order ${orderNumber}. Pick the belt, then exchange it, return it, or tell us what broke. It works once, in the next ${magicLinkMinutes} minutes.`,
      'Didn’t ask for it? You can ignore this email. Nobody gets in without the link.',
    ],
    link: { words: 'Open my belts', href: link },
    reason: 'You’re getting this email because someone entered this address on our returns page.',
    isGift: true,
  })
}
