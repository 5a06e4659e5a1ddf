import { and, eq } from 'drizzle-orm'
import { checkouts, outbox } from '../../db/schema.ts'
import { type MailPayload, parsePayload } from '../../domain/mail-payloads.ts'
import { formatCents } from '../../domain/money.ts'
import type { Snapshot } from '../ledger/snapshot.ts'
import type { MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import type { Sender } from './layout.tsx'
import { renderNotice } from './notice.tsx'

type UnmatchedPayment = MailPayload<'payment-without-order'>

/** The mail of the outbox's kind payment-without-order, to the owner; the subject id is the checkout's id. */
export async function paymentWithoutOrder(shop: Shop, checkoutId: string): Promise<MailContent> {
  const [checkout] = await shop.db.select().from(checkouts).where(eq(checkouts.id, checkoutId))
  if (!checkout) return renderPaymentWithoutOrder(shop.config, await toldOf(shop, checkoutId))
  const address = (checkout.snapshot as Snapshot).items[0]?.cart.shippingDetails
  return renderPaymentWithoutOrder(shop.config, {
    intentId: checkout.intentId ?? '',
    askedCents: checkout.totalCents ?? 0,
    reason: checkout.lastError ?? '',
    buyer: [address?.fullName, address?.email].filter(Boolean).join(', '),
  })
}

/** What was written down of a payment whose checkout is unknown (server/events/handle-events.ts). */
async function toldOf(shop: Shop, checkoutId: string): Promise<UnmatchedPayment> {
  const isIt = and(eq(outbox.kind, 'payment-without-order'), eq(outbox.subjectId, checkoutId))
  const [row] = await shop.db.select({ payload: outbox.payload }).from(outbox).where(isIt)
  return parsePayload('payment-without-order', row!.payload)
}

/** Renders it from its view alone. */
export function renderPaymentWithoutOrder(sender: Sender, view: UnmatchedPayment): Promise<MailContent> {
  return renderNotice(sender, {
    to: sender.supportEmail,
    subject: `A payment without an order: ${view.intentId}`,
    title: 'A payment came in without an order.',
    paragraphs: [
      `The payment ${view.intentId} was made for a checkout of ${formatCents(view.askedCents)}, but ${view.reason}. No order was made.`,
      'Look it up at the payment provider. Refund it there, or write to the buyer and agree on what to send.',
    ],
    list: { head: 'The buyer', lines: [view.buyer] },
    reason: 'You’re getting this email because this is the shop’s support address.',
  })
}
