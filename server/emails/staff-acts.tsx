import { eq } from 'drizzle-orm'
import { manualOrders, people, storeCredit } from '../../db/schema.ts'
import { calendarDateIn, formatDay } from '../../domain/calendar-date.ts'
import type { MailPayload } from '../../domain/mail-payloads.ts'
import { formatCents } from '../../domain/money.ts'
import { oneLine } from '../../domain/slug.ts'
import { newOrderLink } from '../checkout/order-link.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { Layout, type Sender, senderOf } from './layout.tsx'
import { renderNotice } from './notice.tsx'
import { Lines, Title } from './parts.tsx'
import { queuedMail, readerIsGone } from './queued-mail.ts'
import { render } from './render.ts'

/** The staff's email to an order's buyer (server/admin/orders/change-orders.ts). @param subjectId "order:form" */
export async function orderNotice(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const mail = await queuedMail(shop, 'order-notice', subjectId)
  return mail ? renderOrderNotice(senderOf(shop), mail) : readerIsGone
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
        <Lines text={view.text} />
      </Layout>,
    ),
    text: `${view.text}\n\n${reason}\n`,
  }
}

/** Tells a member what staff changed for them (server/admin/people/act-for-member.ts). */
export async function doneForYou(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const mail = await queuedMail(shop, 'done-for-you', subjectId)
  return mail ? renderDoneForYou(senderOf(shop), mail) : readerIsGone
}

export function renderDoneForYou(
  sender: Sender,
  { email: to, what, lines }: MailPayload<'done-for-you'>,
): Promise<MailContent> {
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

export type CreditView = { to: string; amountCents: number; words: string }

/** Writes the credit-given email. @param id a row of store credit */
export async function creditGiven(shop: Shop, id: string): Promise<MailContent | Dropped> {
  const [row] = await shop.db
    .select({ credit: storeCredit, key: people.key })
    .from(storeCredit)
    .innerJoin(people, eq(storeCredit.personId, people.id))
    .where(eq(storeCredit.id, id))
  if (!row) throw new Error(`the credit ${id} is gone`)
  const [, to] = /^email:(.+)$/.exec(row.key) ?? []
  if (!to) return { droppedBecause: 'its owner had their data deleted' }
  return renderCreditGiven(senderOf(shop), {
    ...{ to, amountCents: row.credit.amountCents, words: row.credit.words ?? '' },
  })
}

export function renderCreditGiven(sender: Sender, view: CreditView): Promise<MailContent> {
  const amount = formatCents(view.amountCents)
  return renderNotice(sender, {
    to: view.to,
    subject: `${amount} of store credit for you`,
    title: `${amount}, yours to spend.`,
    paragraphs: [
      `We’ve added store credit to your account. Why: ${view.words}`,
      'It doesn’t expire. If you have a membership that renews, your next renewal uses it automatically. You can also spend it at checkout; whatever’s left comes back to you.',
    ],
    link: { words: 'Open your page', href: `${sender.publicUrl}/account` },
    reason: 'You’re getting this email because we gave you store credit.',
  })
}

export type OrderLinkView = { to: string; items: string[]; until: string; link: string }

/** Sends the payment link of an order that staff entered. @param manualOrderId the outbox row's subject id */
export async function orderLink(shop: Shop, manualOrderId: string): Promise<MailContent | Dropped> {
  const [row] = await shop.db.select().from(manualOrders).where(eq(manualOrders.id, manualOrderId))
  if (!row?.expiresAt || row.expiresAt <= shop.now()) return { droppedBecause: 'its link was ended' }
  const lastDay = calendarDateIn(shop.config.timeZone, new Date(row.expiresAt.getTime() - 1))
  return renderOrderLink(senderOf(shop), {
    to: row.email,
    items: row.cart.map(
      ({ planName, recipientType, shippingDetails }) =>
        `${planName}${recipientType === 'gift' ? ', a gift' : ''}, for ${shippingDetails?.fullName ?? ''}`,
    ),
    until: formatDay(lastDay, shopDay(shop)),
    link: await newOrderLink(shop, row.id),
  })
}

export function renderOrderLink(
  sender: Sender,
  { to, items, until, link }: OrderLinkView,
): Promise<MailContent> {
  return renderNotice(sender, {
    to,
    subject: 'Your order is ready to pay',
    title: 'Your order is ready to pay.',
    paragraphs: [
      'We’ve written down what you asked for. Check it and pay by card.',
      `The link works through ${until}. Nothing is charged until you pay.`,
    ],
    list: { head: 'What you asked for', lines: items },
    link: { words: 'Check it and pay', href: link },
    reason: 'You’re getting this email because you ordered with us in person or by phone.',
  })
}
