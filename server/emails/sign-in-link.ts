import { accountLinks } from '../../db/schema.ts'
import { dataLinkTime, signInTime } from '../../domain/term-words.ts'
import { terms } from '../../domain/terms.ts'
import { memberTokenHash, newMemberToken } from '../members/member-session.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { renderNotice } from './notice.tsx'
import { queuedMail, readerIsGone } from './queued-mail.ts'

/**
 * Writes the email with the sign-in link. The token is behind the link's #: browsers never send that part, neither in a
 * request nor as a referrer, and scanners that follow email links don't use it up.
 * @param subjectId of the outbox row that asks for it
 */
export async function signInLink(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const asked = await queuedMail(shop, 'magic-link', subjectId)
  if (!asked) return readerIsGone
  const token = await newToken(shop, 'sign-in', asked, terms.signInMinutes)
  if (!token) return isTooOld
  return renderMagicLink(senderOf(shop), {
    to: asked.email,
    link: `${shop.config.publicUrl}/account#${token}`,
  })
}

/** The same link, opening the order named on the returns page. */
export async function exchangeLink(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const asked = await queuedMail(shop, 'exchange-link', subjectId)
  if (!asked) return readerIsGone
  const token = await newToken(shop, 'sign-in', asked, terms.signInMinutes)
  if (!token) return isTooOld
  const orderNumber = asked.orderNumber!
  const link = `${shop.config.publicUrl}/account?exchange=${encodeURIComponent(orderNumber)}#${token}`
  return renderExchangeLink(senderOf(shop), { to: asked.email, orderNumber, link })
}

/** The link to someone's data, or to its deletion. */
export async function dataRequest(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const asked = await queuedMail(shop, 'data-request', subjectId)
  if (!asked) return readerIsGone
  const purpose = asked.wish === 'copy' ? 'data-copy' : 'data-deletion'
  const token = await newToken(shop, purpose, asked, terms.dataLinkHours * 60)
  if (!token) return isTooOld
  return renderDataLink(senderOf(shop), {
    ...{ to: asked.email, wish: asked.wish },
    link: `${shop.config.publicUrl}/mail/my-data/${token}`,
  })
}

const isTooOld = { droppedBecause: 'the link would be too old' }

/** A new token for whoever asked, counted from when they did; null: that time is over. */
async function newToken(
  shop: Shop,
  purpose: 'sign-in' | 'data-copy' | 'data-deletion',
  { email, queuedAt }: { email: string; queuedAt: Date },
  minutes: number,
): Promise<string | null> {
  const expiresAt = new Date(queuedAt.getTime() + minutes * 60_000)
  if (expiresAt <= shop.now()) return null
  const token = newMemberToken()
  await shop.db
    .insert(accountLinks)
    .values({ tokenHash: memberTokenHash(token), purpose, email, expiresAt, createdAt: shop.now() })
  return token
}

export type MagicLinkView = { to: string; link: string }

/** The link that signs in to the member's page without a password. */
export function renderMagicLink(sender: Sender, { to, link }: MagicLinkView): Promise<MailContent> {
  return renderNotice(sender, {
    to,
    subject: `Your sign-in link for ${sender.shopName}`,
    title: 'Here’s your sign-in link.',
    paragraphs: [
      `It opens your membership page, and works once in the next ${signInTime}.`,
      'Didn’t ask for it? You can ignore this email. Nobody gets in without the link.',
    ],
    link: { words: 'Open my membership page', href: link },
    reason: 'You’re getting this email because someone entered this address on our sign-in page.',
    isGift: true,
  })
}

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
      `Open the link and press the button to ${act}. The link works for ${dataLinkTime}.`,
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
      `It opens your membership page at the belts from order ${orderNumber}. Pick the belt, then exchange it, return it, or tell us what broke. It works once, in the next ${signInTime}.`,
      'Didn’t ask for it? You can ignore this email. Nobody gets in without the link.',
    ],
    link: { words: 'Open my belts', href: link },
    reason: 'You’re getting this email because someone entered this address on our returns page.',
    isGift: true,
  })
}
