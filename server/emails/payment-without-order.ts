import { eq } from 'drizzle-orm'
import { checkouts } from '../../db/schema.ts'
import type { MailPayload } from '../../domain/mail-payloads.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { formatCents } from '../../domain/money.ts'
import type { Snapshot } from '../ledger/snapshot.ts'
import type { MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import type { Sender } from './layout.tsx'
import { renderNotice } from './notice.tsx'
import { queuedMail } from './queued-mail.ts'

type UnmatchedPayment = MailPayload<'payment-without-order'>

/**
 * Writes the payment-without-order email to the owner.
 * @param subjectId the checkout's id, or "membership:payment" for a payment made by hand
 */
export async function paymentWithoutOrder(shop: Shop, subjectId: string): Promise<MailContent> {
  const { aboutId } = subjectOf('payment-without-order', subjectId)
  const [checkout] = await shop.db.select().from(checkouts).where(eq(checkouts.id, aboutId))
  // Without a known checkout, whoever queued the email recorded what they knew (server/events/handle-events.ts).
  const told = checkout ? null : await queuedMail(shop, 'payment-without-order', subjectId)
  if (told) return renderPaymentWithoutOrder(shop.config, told)
  if (!checkout) throw new Error(`nothing is known of the payment ${subjectId}`)
  const address = (checkout.snapshot as Snapshot).items[0]?.cart.shippingDetails
  return renderPaymentWithoutOrder(shop.config, {
    intentId: checkout.intentId ?? '',
    askedCents: checkout.totalCents ?? 0,
    reason: checkout.lastError ?? '',
    buyer: [address?.fullName, address?.email].filter(Boolean).join(', '),
  })
}

export function renderPaymentWithoutOrder(sender: Sender, view: UnmatchedPayment): Promise<MailContent> {
  return renderNotice(sender, {
    to: sender.supportEmail,
    subject: `A payment without an order: ${view.intentId}`,
    title: 'A payment came in without an order.',
    paragraphs: view.isByHand
      ? [
          `Someone charged ${formatCents(view.askedCents)} at the payment provider by hand: ${view.intentId}. It belongs to no order and no renewal, so it has bought no belts and isn’t in the shop’s books.`,
          'If it was a mistake, refund it there. If not, enter it in your accounting.',
        ]
      : [
          `The payment ${view.intentId} was made for a checkout of ${formatCents(view.askedCents)}, but ${view.reason}. No order was made.`,
          'Look it up at the payment provider. Refund it there, or write to the buyer and agree on what to send.',
        ],
    list: { head: 'The buyer', lines: [view.buyer] },
    reason: 'You’re getting this email because this is the shop’s support address.',
  })
}
