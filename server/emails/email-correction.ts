import { subjectOf } from '../../domain/mail-subjects.ts'
import { dataLinkTime } from '../../domain/term-words.ts'
import { correctionLink } from '../members/correction-link.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { renderNotice } from './notice.tsx'
import { queuedMail, readerIsGone } from './queued-mail.ts'

/** Asks the reader of the right address whether it's theirs. */
export async function emailCorrection(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const asked = await queuedMail(shop, 'email-correction', subjectId)
  if (!asked) return readerIsGone
  if (asked.state !== 'asked') return { droppedBecause: 'it was asked again, or is done' }
  const { correctionId: id } = subjectOf('email-correction', subjectId)
  const link = await correctionLink(shop, { id, email: asked.email, at: asked.queuedAt })
  if (!link) return { droppedBecause: 'the link would be too old' }
  return renderEmailCorrection(senderOf(shop), { to: asked.email, link })
}

export function renderEmailCorrection(
  sender: Sender,
  { to, link }: { to: string; link: string },
): Promise<MailContent> {
  return renderNotice(sender, {
    to,
    subject: 'Confirm your email for your orders',
    title: 'Is this your email?',
    paragraphs: [
      `Someone asked ${sender.shopName} to send the emails about their orders here, because the address typed at checkout was wrong.`,
      `If it was you, press the button on the next page. Nothing changes before. The link works for ${dataLinkTime}.`,
      'If you know nothing about it, just ignore this.',
    ],
    link: { words: 'Confirm my email', href: link },
    reason: 'You’re getting this email because we were asked to correct the address of an order.',
  })
}

/** Tells the mistyped address. It may be a stranger's, so it says nothing about anyone. */
export async function emailMoving(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const told = await queuedMail(shop, 'email-moving', subjectId)
  return told ? renderEmailMoving(senderOf(shop), { to: told.email }) : readerIsGone
}

export function renderEmailMoving(sender: Sender, { to }: { to: string }): Promise<MailContent> {
  return renderNotice(sender, {
    to,
    subject: 'We’re correcting an email address',
    title: 'Not your order? Soon it isn’t.',
    paragraphs: [
      'We were told that an order was made with this email address by mistake. We’ve asked at the right one, and once it’s confirmed, you won’t hear about that order anymore.',
      'If the order is yours, answer this email, and nothing will change.',
    ],
    reason: 'You’re getting this email because an order was made with this address.',
  })
}
