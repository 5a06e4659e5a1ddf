import { eq } from 'drizzle-orm'
import { checkouts } from '../../db/schema.ts'
import type { AdminReply } from '../../domain/admin/contracts.ts'
import type { PromiseGroup } from '../../domain/admin/promise-contracts.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import type { MailPayload } from '../../domain/mail-payloads.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { formatCents } from '../../domain/money.ts'
import type { Snapshot } from '../ledger/snapshot.ts'
import { listPromises } from '../promises/list-promises.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { renderNotice } from './notice.tsx'
import { queuedMail } from './queued-mail.ts'

export type PromisesDueView = Pick<AdminReply<'listPromises'>, 'today' | 'due' | 'late' | 'groups'>

/** The morning email with what the owner has to do today. @param day in the shop's time zone; the outbox row's subject id */
export async function promisesDue(shop: Shop, day: string): Promise<MailContent | Dropped> {
  if (day !== shopDay(shop)) return { droppedBecause: 'that day is over' }
  const view = await listPromises(shop, { limit: 1 })
  if (view.due + view.late === 0) return { droppedBecause: 'nothing is due today' }
  return renderPromisesDue(senderOf(shop), view)
}

export function renderPromisesDue(sender: Sender, view: PromisesDueView): Promise<MailContent> {
  const { today, due, late } = view
  const groups = view.groups.filter((group) => group.due + group.late > 0)
  const counts = [...(late > 0 ? [`${late} late`] : []), ...(due > 0 ? [`${due} due today`] : [])].join(', ')
  return renderNotice(sender, {
    to: sender.supportEmail,
    subject: `${formatDay(today, today)}: ${counts}`,
    title: late > 0 ? 'Someone’s waiting for us.' : 'Today’s promises.',
    paragraphs: [`${counts}. Each line has a button in the admin that takes care of it.`],
    list: { head: 'What’s due', lines: groups.map(lineOf) },
    link: { words: 'Open Today', href: `${sender.publicUrl}/admin/today` },
    reason:
      'You’re getting this email because this is the shop’s support address. It comes only on days when something is due.',
  })
}

function lineOf({ what, due, late }: PromiseGroup): string {
  return `${what}: ${[...(late > 0 ? [`${late} late`] : []), ...(due > 0 ? [`${due} today`] : [])].join(', ')}`
}

/** Tells the owner that the provider refuses the shop's payments. */
export async function paymentsRefused(shop: Shop, day: string): Promise<MailContent | Dropped> {
  const told = await queuedMail(shop, 'payments-refused', day)
  return told ? renderPaymentsRefused(senderOf(shop), told) : { droppedBecause: 'nothing is known of it' }
}

export function renderPaymentsRefused(
  sender: Sender,
  { reason }: MailPayload<'payments-refused'>,
): Promise<MailContent> {
  return renderNotice(sender, {
    to: sender.supportEmail,
    subject: 'Nobody can pay right now',
    title: 'The payment provider is refusing our payments.',
    paragraphs: [
      'Someone just tried to pay, and couldn’t. They weren’t charged, and their cart is safe. Until this is fixed, it’ll happen to everyone.',
      'Most often the account is restricted, a key was replaced, or no payment method is switched on. Settings shows what’s missing and how to fix it.',
    ],
    list: { head: 'What the provider says', lines: [reason] },
    link: { words: 'Open Settings', href: `${sender.publicUrl}/admin/settings` },
    reason:
      'You’re getting this email because this is the shop’s support address. It comes at most once a day.',
  })
}

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
  if (told) return renderPaymentWithoutOrder(senderOf(shop), told)
  if (!checkout) throw new Error(`nothing is known of the payment ${subjectId}`)
  const address = (checkout.snapshot as Snapshot).items[0]?.cart.shippingDetails
  return renderPaymentWithoutOrder(senderOf(shop), {
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
