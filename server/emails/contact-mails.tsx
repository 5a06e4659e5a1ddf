import { eq } from 'drizzle-orm'
import { contactMessages } from '../../db/schema.ts'
import {
  answerWithinHours,
  type ContactCategory,
  type ContactMessage,
  contactCategoryNames,
} from '../../domain/contact.ts'
import { oneLine } from '../../domain/slug.ts'
import type { MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { Layout, type Sender } from './layout.tsx'
import { Part, Title, Words } from './parts.tsx'
import { render } from './render.ts'

type Message = Pick<typeof contactMessages.$inferSelect, keyof ContactMessage>

/** The email to support: the whole message, and how to answer it. */
export async function contactToSupport(shop: Shop, messageId: string): Promise<MailContent> {
  return renderContactToSupport(shop.config, await load(shop, messageId))
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
  return renderContactAcknowledgement(shop.config, await load(shop, messageId))
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
    <Layout sender={sender} subject={title} preview={facts[0] ?? title} reason={reason}>
      <Title>{title}</Title>
      {facts.map((fact) => (
        <Words key={fact} isQuiet>
          {fact}
        </Words>
      ))}
      <div style={{ height: 20 }} />
      {message && (
        <Part>
          <Words style={{ fontWeight: 600 }}>{message.subject}</Words>
          {message.message.split('\n').map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once
            <Words key={index}>{line || '\u00a0'}</Words>
          ))}
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
