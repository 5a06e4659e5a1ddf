import { and, asc, desc, eq, lte } from 'drizzle-orm'
import { contactMessages, contactReplies, inboundMails, outbox } from '../../db/schema.ts'
import { oneLine } from '../../domain/slug.ts'
import { type MailContent, messageIdOf } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { Layout, type Sender } from './layout.tsx'
import { Part, Title, Words } from './parts.tsx'
import { render } from './render.ts'

export type ContactAnswer = { to: string; name: string; subject: string; message: string; answer: string }

/** The staff's answer to a message. @param replyId the outbox row's subject id */
export async function contactAnswer(shop: Shop, replyId: string): Promise<MailContent> {
  const [row] = await shop.db
    .select({
      to: contactMessages.email,
      name: contactMessages.name,
      subject: contactMessages.subject,
      message: contactMessages.message,
      answer: contactReplies.text,
      threadId: contactMessages.id,
      answeredAt: contactReplies.createdAt,
    })
    .from(contactReplies)
    .innerJoin(contactMessages, eq(contactMessages.id, contactReplies.messageId))
    .where(eq(contactReplies.id, replyId))
  if (!row) throw new Error(`contact reply ${replyId} is gone`)
  const { threadId, answeredAt, ...view } = row
  const mails = await shop.db
    .select({ rfcId: inboundMails.rfcId, text: inboundMails.text })
    .from(inboundMails)
    .where(and(eq(inboundMails.messageId, threadId), lte(inboundMails.createdAt, answeredAt)))
    .orderBy(asc(inboundMails.createdAt))
  const last = mails.at(-1)
  const mail = await renderContactAnswer(shop.config, { ...view, message: last?.text ?? view.message })
  return { ...mail, headers: threading(await idsBefore(shop, threadId, mails), last?.rfcId ?? '') }
}

/** Message-IDs of the conversation, oldest first, so that the sender's email app shows the answer in the same thread. */
async function idsBefore(shop: Shop, threadId: string, mails: { rfcId: string }[]): Promise<string[]> {
  const theirs = mails.flatMap(({ rfcId }) => (rfcId ? [`<${rfcId}>`] : []))
  if (theirs.length > 0) return theirs.slice(-10)
  const [told] = await shop.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.kind, 'contact-acknowledgement'), eq(outbox.subjectId, threadId)))
    .orderBy(desc(outbox.createdAt))
    .limit(1)
  return told ? [messageIdOf(told.id, shop.config.mailFrom)] : []
}

// RFC 5322 §3.6.4
function threading(ids: string[], last: string): Record<string, string> {
  const nearest = last ? `<${last}>` : ids.at(-1)
  return nearest ? { 'In-Reply-To': nearest, References: ids.join(' ') } : {}
}

export async function renderContactAnswer(sender: Sender, view: ContactAnswer): Promise<MailContent> {
  const title = 'Our answer.'
  const reason = 'You’re getting this email because you wrote to us. Reply any time. We read every one.'
  const lines = (text: string) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once
    text.split('\n').map((line, index) => <Words key={index}>{line || '\u00a0'}</Words>)
  return {
    to: view.to,
    replyTo: sender.supportEmail,
    subject: /^re:/i.test(view.subject) ? oneLine(view.subject) : `Re: ${oneLine(view.subject)}`,
    html: render(
      <Layout sender={sender} subject={title} preview={oneLine(view.answer)} reason={reason}>
        <Title>{title}</Title>
        {lines(view.answer)}
        <div style={{ height: 20 }} />
        <Part>
          <Words style={{ fontWeight: 600 }}>You wrote: {view.subject}</Words>
          {lines(view.message)}
        </Part>
      </Layout>,
    ),
    text: `${[view.answer, `You wrote: ${view.subject}`, view.message].join('\n\n')}\n`,
  }
}
