import { eq } from 'drizzle-orm'
import { newsletterSubscribers } from '../../db/schema.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { callName } from '../../domain/slug.ts'
import { newsletterLinks } from '../newsletter/subscribe.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { type Notice, renderNotice } from './notice.tsx'

type Subscriber = { email: string; name: string | null; token: string }

/** Asks the address's owner to confirm that they want the letters. */
export async function newsletterConfirmation(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const row = await unanswered(shop, subjectId)
  return row ? renderNewsletterConfirmation(senderOf(shop), row) : isAnswered
}

export function renderNewsletterConfirmation(sender: Sender, to: Subscriber): Promise<MailContent> {
  return renderQuestion(sender, to, {
    subject: `Please confirm your email for ${sender.shopName}`,
    title: 'One click.',
    paragraphs: [
      `Just confirm you’d like the ${sender.shopName} letter: one a month, with the drop.`,
      'Didn’t ask for it? You can ignore this email. We only write to people who confirm.',
    ],
  })
}

/** Asks once more if the address hasn't answered. It's the last email the address gets. */
export async function newsletterReminder(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const row = await unanswered(shop, subjectId)
  return row ? renderNewsletterReminder(senderOf(shop), row) : isAnswered
}

export function renderNewsletterReminder(sender: Sender, to: Subscriber): Promise<MailContent> {
  return renderQuestion(sender, to, {
    subject: `Still want the ${sender.shopName} letter?`,
    title: 'Still want it?',
    paragraphs: [
      `You haven’t confirmed the ${sender.shopName} letter yet: one a month, with the drop.`,
      'We won’t ask again, and if you don’t confirm we’ll delete your address.',
    ],
  })
}

const isAnswered = { droppedBecause: 'the question is answered' }

async function unanswered(shop: Shop, subjectId: string): Promise<Subscriber | null> {
  const row = await load(shop, subjectId)
  return row?.status === 'active' && !row.confirmedAt ? row : null
}

const reason = 'You’re getting this email because this address was signed up for our letter.'

/** Names no one: until it's confirmed, anyone may have typed the name. */
async function renderQuestion(
  sender: Sender,
  { email, token }: Subscriber,
  words: Pick<Notice, 'subject' | 'title' | 'paragraphs'>,
): Promise<MailContent> {
  const { confirm, unsubscribe, headers } = newsletterLinks(sender.publicUrl, token)
  const mail = await renderNotice(sender, {
    ...{ to: email, ...words, reason },
    link: { words: 'Yes, send me the letter', href: confirm },
    leave: { words: 'Unsubscribe', href: unsubscribe },
  })
  return { ...mail, headers }
}

/** Welcomes a confirmed address. */
export async function newsletterWelcome(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const row = await load(shop, subjectId)
  if (row?.status !== 'active' || !row.confirmedAt) return { droppedBecause: 'unsubscribed since' }
  return renderNewsletterWelcome(senderOf(shop), row)
}

export async function renderNewsletterWelcome(sender: Sender, to: Subscriber): Promise<MailContent> {
  const { unsubscribe, headers } = newsletterLinks(sender.publicUrl, to.token)
  const name = callName(to.name ?? undefined)
  const mail = await renderNotice(sender, {
    to: to.email,
    subject: `You’re on the list of ${sender.shopName}`,
    title: name ? `Welcome aboard, ${name}.` : 'Welcome aboard.',
    paragraphs: ['You’re on the list: one letter a month, with the drop.'],
    link: { words: 'See this month’s belts', href: `${sender.publicUrl}/#styles` },
    leave: { words: 'Unsubscribe', href: unsubscribe },
    reason,
  })
  return { ...mail, headers }
}

/** @param subjectId the subscriber's id and the time of the sign-up */
async function load(shop: Shop, subjectId: string) {
  const { subscriberId: id } = subjectOf('newsletter-confirmation', subjectId)
  const [row] = await shop.db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, id))
  // Rows without a token never asked for an email.
  return row?.token ? { ...row, token: row.token } : null
}
