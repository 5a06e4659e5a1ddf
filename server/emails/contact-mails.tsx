import { and, asc, desc, eq, lte } from 'drizzle-orm'
import { contactMessages, contactReplies, inboundMails, outbox } from '../../db/schema.ts'
import {
  answerWithinHours,
  type ContactCategory,
  type ContactMessage,
  contactCategoryNames,
} from '../../domain/contact.ts'
import { oneLine } from '../../domain/slug.ts'
import { type MailContent, messageIdOf } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { Layout, type Sender, senderOf } from './layout.tsx'
import { Lines, Part, Title, Words } from './parts.tsx'
import { render } from './render.ts'

type Message = Pick<typeof contactMessages.$inferSelect, keyof ContactMessage>

/** The email to support: the whole message, and how to answer it. */
export async function contactToSupport(shop: Shop, messageId: string): Promise<MailContent> {
  return renderContactToSupport(senderOf(shop), await load(shop, messageId))
}

export async function renderContactToSupport(sender: Sender, message: Message): Promise<MailContent> {
  const facts = [
    `From ${message.name}, ${message.email}`,
    `Category: ${message.category ? contactCategoryNames[message.category as ContactCategory] : 'none'}`,
    ...(message.orderNumber ? [`Order ${message.orderNumber}`] : []),
    `Answer within ${answerWithinHours((message.category ?? '') as ContactCategory | '')} hours`,
  ]
  const reason = 'You’re getting this email because this is the shop’s support address.'
  return {
    to: sender.supportEmail,
    replyTo: message.email,
    subject: `Contact: ${oneLine(message.subject)}`,
    html: html(sender, message.subject, facts, message, reason),
    text: `${[message.subject, facts.join('\n'), message.message].join('\n\n')}\n`,
  }
}

/** The email to the sender: we got it, and when to expect an answer. */
export async function contactAcknowledgement(shop: Shop, messageId: string): Promise<MailContent> {
  return renderContactAcknowledgement(senderOf(shop), await load(shop, messageId))
}

/**
 * The email to the sender, without a word of the message: anyone may have typed in the address and could otherwise write
 * to a stranger through the shop.
 */
export async function renderContactAcknowledgement(sender: Sender, message: Message): Promise<MailContent> {
  const hours = answerWithinHours((message.category ?? '') as ContactCategory | '')
  const title = 'We’ve got your message.'
  const facts = [`We’ll answer within ${hours} hours. Anything to add? Just reply to this email.`]
  const reason = 'You’re getting this email because this address was entered in our contact form.'
  return {
    to: message.email,
    subject: 'We have your message',
    html: html(sender, title, facts, null, reason),
    text: `${[title, ...facts, reason].join('\n\n')}\n`,
  }
}

function html(sender: Sender, title: string, facts: string[], message: Message | null, reason: string) {
  return render(
    <Layout
      sender={sender}
      subject={title}
      preview={facts[0] ?? title}
      reason={reason}
      isToShop={message !== null}
    >
      <Title>{title}</Title>
      {facts.map((fact) => (
        <Words key={fact} isQuiet>
          {fact}
        </Words>
      ))}
      <div style={{ height: 20 }} />
      {message && (
        <Part>
          <Lines text={message.message} />
        </Part>
      )}
    </Layout>,
  )
}

async function load(shop: Shop, id: string): Promise<Message> {
  const [message] = await shop.db.select().from(contactMessages).where(eq(contactMessages.id, id))
  if (!message) throw new Error(`contact message ${id} is gone`)
  return message
}

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
  const mail = await renderContactAnswer(senderOf(shop), { ...view, message: last?.text ?? view.message })
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
  return {
    to: view.to,
    replyTo: sender.supportEmail,
    subject: /^re:/i.test(view.subject) ? oneLine(view.subject) : `Re: ${oneLine(view.subject)}`,
    html: render(
      <Layout sender={sender} subject={title} preview={oneLine(view.answer)} reason={reason}>
        <Title>{title}</Title>
        <Lines text={view.answer} />
        <div style={{ height: 20 }} />
        <Part>
          <Words style={{ fontWeight: 600 }}>You wrote: {view.subject}</Words>
          <Lines text={view.message} />
        </Part>
      </Layout>,
    ),
    text: `${[view.answer, `You wrote: ${view.subject}`, view.message].join('\n\n')}\n`,
  }
}
