import { eq } from 'drizzle-orm'
import { contactMessages, contactReplies } from '../../db/schema.ts'
import { oneLine } from '../../domain/slug.ts'
import type { MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { Layout, type Sender } from './layout.tsx'
import { Part, Title, Words } from './parts.tsx'
import { render } from './render.ts'

export type ContactAnswer = { to: string; name: string; subject: string; message: string; answer: string }

/** What the staff answered to a message; `subjectId` is the reply's id. */
export async function contactAnswer(shop: Shop, replyId: string): Promise<MailContent> {
  const [row] = await shop.db
    .select({
      to: contactMessages.email,
      name: contactMessages.name,
      subject: contactMessages.subject,
      message: contactMessages.message,
      answer: contactReplies.text,
    })
    .from(contactReplies)
    .innerJoin(contactMessages, eq(contactMessages.id, contactReplies.messageId))
    .where(eq(contactReplies.id, replyId))
  if (!row) throw new Error(`contact reply ${replyId} is gone`)
  return renderContactAnswer(shop.config, row)
}

/** The same from its words alone. */
export async function renderContactAnswer(sender: Sender, view: ContactAnswer): Promise<MailContent> {
  const title = 'Our answer.'
  const reason = 'You’re getting this email because you wrote to us. Reply any time. We read every one.'
  const lines = (text: string) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a mail is rendered once
    text.split('\n').map((line, index) => <Words key={index}>{line || '\u00a0'}</Words>)
  return {
    to: view.to,
    replyTo: sender.supportEmail,
    subject: `Re: ${oneLine(view.subject)}`,
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
