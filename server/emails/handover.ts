import { formatDay } from '../../domain/calendar-date.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { formatCents } from '../../domain/money.ts'
import { oneLine } from '../../domain/slug.ts'
import { bankTime } from '../../domain/term-words.ts'
import { findHandover, type Handover, handoverLink } from '../handovers/handover-link.ts'
import { needsCard } from '../handovers/request-handover.ts'
import { chargedCents, usedBalanceCents } from '../handovers/their-charges.ts'
import { findMembership, type Membership } from '../ledger/find-membership.ts'
import { nextCharge } from '../memberships/next-charge.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { renderNotice } from './notice.tsx'

type About = { handover: Handover; membership: Membership }

async function about(shop: Shop, id: string): Promise<About | null> {
  const handover = await findHandover(shop, id)
  return handover && { handover, membership: await findMembership(shop, handover.membershipId) }
}

const gone = { droppedBecause: 'it is not to be handed over any more' }

export type HandoverAskedView = {
  to: string
  toName: string
  fromName: string
  needsCard: boolean
  until: string
  link: string
}

/** Asks someone to take over a membership. @param id the handover's id */
export async function handoverAsked(shop: Shop, id: string): Promise<MailContent | Dropped> {
  const known = await about(shop, id)
  if (known?.handover.state !== 'asked' || known.handover.expiresAt <= shop.now()) return gone
  const { handover, membership } = known
  const { toEmail: to, toName } = handover
  return renderHandoverAsked(senderOf(shop), {
    ...{ to, toName, fromName: oneLine(membership.address.fullName) },
    needsCard: needsCard(membership),
    until: lastDay(shop, handover),
    link: await handoverLink(shop, handover),
  })
}

export function renderHandoverAsked(
  sender: Sender,
  { to, toName, fromName, needsCard: asksCard, until, link }: HandoverAskedView,
): Promise<MailContent> {
  const from = fromName || 'Someone'
  return renderNotice(sender, {
    to,
    subject: `${from} wants to hand you their belts`,
    title: `${toName}, these belts could be yours.`,
    paragraphs: [
      `${from} is in ${sender.shopName} and wants you to take their place: a new leather belt every month.`,
      asksCard
        ? 'Tell us your size, your style and where to send them, and give us your own card for what comes next. Nothing’s charged today, and you’ll see the price before you agree.'
        : 'Tell us your size, your style and where to send them. That’s all we need.',
      `The link works through ${until}. If you don’t want it, just ignore this.`,
    ],
    link: { words: 'Take a look', href: link },
    reason: 'You’re getting this email because a member asked us to hand their membership to you.',
    ...(asksCard ? {} : { isGift: true }),
  })
}

const lastDay = (shop: Shop, { expiresAt }: Handover) =>
  formatDay(shopDay(shop, new Date(expiresAt.getTime() - 1)), shopDay(shop))

export type HandoverTermsView = { to: string; toName: string; until: string; link: string }

/** Asks the new payer to agree to other terms. @param subjectId the handover's id, and when they agreed to the former ones */
export async function handoverNewTerms(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { handoverId } = subjectOf('handover-terms', subjectId)
  const known = await about(shop, handoverId)
  if (known?.handover.state !== 'accepted' || known.handover.expiresAt <= shop.now()) return gone
  const { handover, membership } = known
  if (handover.choice?.consent) return { droppedBecause: 'they have agreed already' }
  if (!needsCard(membership)) return { droppedBecause: 'nothing is charged any more' }
  const { toEmail: to, toName } = handover
  const view = { to, toName, until: lastDay(shop, handover), link: await handoverLink(shop, handover) }
  return renderHandoverTerms(senderOf(shop), view)
}

export function renderHandoverTerms(
  sender: Sender,
  { to, toName, until, link }: HandoverTermsView,
): Promise<MailContent> {
  return renderNotice(sender, {
    to,
    subject: 'The belts you’re taking over cost something else now',
    title: `${toName}, please look at the price again.`,
    paragraphs: [
      'What comes next has changed since you agreed to it: the plan, its price, or the day it’s charged. So we’ve stopped, and your card hasn’t been charged.',
      'Take a look at the new terms. If they’re fine, agree to them and the belts are yours. Your card is saved, so you don’t need to type it again.',
      `The link works through ${until}. If you don’t want it anymore, just ignore this.`,
    ],
    link: { words: 'See the new terms', href: link },
    reason: 'You’re getting this email because you agreed to take over a membership.',
  })
}

export type HandoverDoneView = {
  to: string
  toName: string
  /** integer cents before tax, and the day; null: it doesn't renew */
  charge: { amountCents: number; on: string } | null
}

/** Tells the new member that the membership is theirs. @param id the handover's id */
export async function handoverDone(shop: Shop, id: string): Promise<MailContent | Dropped> {
  const known = await about(shop, id)
  if (known?.handover.state !== 'done' || !known.handover.toEmail) return gone
  const { handover, membership } = known
  const charge = membership.isGift ? null : await nextCharge(shop, membership)
  return renderHandoverDone(senderOf(shop), {
    ...{ to: handover.toEmail, toName: handover.toName },
    charge: charge && { amountCents: charge.amountCents, on: formatDay(charge.on, shopDay(shop)) },
  })
}

export function renderHandoverDone(
  sender: Sender,
  { to, toName, charge }: HandoverDoneView,
): Promise<MailContent> {
  return renderNotice(sender, {
    to,
    subject: 'Your membership is yours',
    title: `Welcome, ${toName}.`,
    paragraphs: [
      'The membership is yours now, and its belts come to you.',
      charge
        ? `Your card is charged ${formatCents(charge.amountCents)} before tax on ${charge.on}, and then at the end of each term, until you cancel. You can cancel anytime on your page.`
        : 'Size, styles and address are yours to change on your page.',
    ],
    link: { words: 'See your page', href: `${sender.publicUrl}/account` },
    reason: 'You’re getting this email because you took over a membership.',
    ...(charge ? {} : { isGift: true }),
  })
}

export type HandoverGoneView = { to: string; toName: string; wasCharged: boolean }

/** Tells the former member that it's no longer theirs. @param id the handover's id */
export async function handoverGone(shop: Shop, id: string): Promise<MailContent | Dropped> {
  const known = await about(shop, id)
  if (known?.handover.state !== 'done') return gone
  const { fromEmail, toName } = known.handover
  if (!fromEmail) return { droppedBecause: 'there is no address of the person before' }
  return renderHandoverGone(senderOf(shop), {
    ...{ to: fromEmail, toName },
    wasCharged: known.membership.renews,
  })
}

export function renderHandoverGone(
  sender: Sender,
  { to, toName, wasCharged }: HandoverGoneView,
): Promise<MailContent> {
  return renderNotice(sender, {
    to,
    subject: `${toName} has your membership now`,
    title: 'It’s handed over.',
    paragraphs: [
      `${toName} accepted, and the belts that haven’t shipped go to them.`,
      ...(wasCharged
        ? [
            'Your card won’t be charged for it again.',
            'You won’t see the membership on your page anymore. Receipts we’ve emailed you stay good; reply if you need a copy.',
          ]
        : ['You won’t see the membership on your page anymore.']),
    ],
    reason: 'You’re getting this email because your membership was handed over, as you asked.',
    ...(wasCharged ? {} : { isGift: true }),
  })
}

export type HandoverRefundView = {
  to: string
  toName: string
  as: 'former' | 'new'
  /** integer cents that go back to the card, and to their balance at the provider */
  totalCents: number
  balanceCents: number
}

/** Tells someone that their card was charged for a term that isn't theirs, and paid back. @param subjectId with the bill's id */
export async function handoverRefund(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { handoverId, as, invoiceId } = subjectOf('handover-refund', subjectId)
  const handover = await findHandover(shop, handoverId)
  const to = as === 'former' ? handover?.fromEmail : handover?.toEmail
  if (!handover || !to) return { droppedBecause: 'there is no address of whoever was charged' }
  const bill = await shop.payments.fetchInvoice(invoiceId)
  if (!bill) throw new Error(`the bill ${invoiceId} is gone`)
  const sums = { totalCents: chargedCents(bill), balanceCents: usedBalanceCents(bill) }
  return renderHandoverRefund(senderOf(shop), { to, toName: handover.toName, as, ...sums })
}

export function renderHandoverRefund(
  sender: Sender,
  { to, toName, as, totalCents, balanceCents }: HandoverRefundView,
): Promise<MailContent> {
  const [total, credit] = [formatCents(totalCents), formatCents(balanceCents)]
  const what =
    as === 'former'
      ? `for the membership that ${toName} has now`
      : 'before the membership you’re taking over was yours'
  const never = as === 'former' ? ' Your card won’t be charged for it again.' : ''
  const isOnCard = totalCents > 0
  return renderNotice(sender, {
    to,
    subject: isOnCard ? `We’ve refunded your ${total}` : `We’ve put back your ${credit} of credit`,
    title: isOnCard ? `${total} is on its way back to you.` : `${credit} of credit is yours again.`,
    paragraphs: [
      isOnCard
        ? `We charged your card ${total} ${what}. That was our mistake, so we’ve refunded all of it.${never}`
        : `We used ${credit} of your credit ${what}. That was our mistake, so we’ve put all of it back.${never}`,
      ...(isOnCard && balanceCents > 0 ? [`We also used ${credit} of your credit, and put it back.`] : []),
      isOnCard
        ? `It can take your bank ${bankTime} to show it on your card. You don’t need to do a thing.`
        : 'You don’t need to do a thing.',
    ],
    reason:
      as === 'former'
        ? 'You’re getting this email because you were charged after your membership was handed over.'
        : 'You’re getting this email because you were charged before a membership was handed to you.',
  })
}
