import { eq } from 'drizzle-orm'
import { outbox } from '../../db/schema.ts'
import { type MailPayload, parsePayload } from '../../domain/mail-payloads.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import type { Sender } from './layout.tsx'
import { renderNotice } from './notice.tsx'

export type DoneForYouView = { to: string; what: string; lines: string[] }

/** Tells a member what staff changed for them (server/admin/people/act-for-member.ts). */
export async function doneForYou(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const [row] = await shop.db
    .select({ payload: outbox.payload })
    .from(outbox)
    .where(eq(outbox.subjectId, subjectId))
  const payload = row?.payload as Partial<MailPayload<'done-for-you'>> | undefined
  if (!payload?.email) return { droppedBecause: 'its reader had their data deleted' }
  const { email, what, lines } = parsePayload('done-for-you', payload)
  return renderDoneForYou(shop.config, { to: email, what, lines })
}

export function renderDoneForYou(sender: Sender, { to, what, lines }: DoneForYouView): Promise<MailContent> {
  return renderNotice(sender, {
    to,
    subject: what,
    title: `${what}.`,
    paragraphs: ['We’ve done this for you. If it’s not what you wanted, reply and we’ll put it right.'],
    list: { head: 'What that means', lines },
    link: { words: 'See your page', href: `${sender.publicUrl}/account` },
    reason: 'You’re getting this email because we changed your membership for you.',
    isGift: true,
  })
}
