import { eq } from 'drizzle-orm'
import { outbox } from '../../db/schema.ts'
import { type MailPayload, parsePayload } from '../../domain/mail-payloads.ts'
import { oneLine } from '../../domain/slug.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { Layout, type Sender } from './layout.tsx'
import { Title, Words } from './parts.tsx'
import { render } from './render.ts'

/** The staff's email to an order's buyer (server/admin/orders/change-orders.ts). @param subjectId "order:form" */
export async function orderNotice(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const [row] = await shop.db
    .select({ payload: outbox.payload })
    .from(outbox)
    .where(eq(outbox.subjectId, subjectId))
  const payload = row?.payload as Partial<MailPayload<'order-notice'>> | undefined
  if (!payload?.email) return { droppedBecause: 'its reader had their data deleted' }
  return renderOrderNotice(shop.config, parsePayload('order-notice', payload))
}

export function renderOrderNotice(sender: Sender, view: MailPayload<'order-notice'>): MailContent {
  const reason = `You’re getting this email about your order ${view.orderNumber}. Reply any time. We read every one.`
  return {
    to: view.email,
    replyTo: sender.supportEmail,
    subject: view.subject,
    html: render(
      <Layout sender={sender} subject={view.subject} preview={oneLine(view.text)} reason={reason}>
        <Title>{view.subject}</Title>
        {view.text.split('\n').map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once
          <Words key={index}>{line || '\u00a0'}</Words>
        ))}
      </Layout>,
    ),
    text: `${view.text}\n\n${reason}\n`,
  }
}
