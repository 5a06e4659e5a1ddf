import { type CalendarDate, formatDate } from '../../domain/calendar-date.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { formatCents } from '../../domain/money.ts'
import { cardLinkTime } from '../../domain/term-words.ts'
import { cardLink } from '../billing/card-page.ts'
import { unpaidClock } from '../memberships/end-unpaid.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { loadMembershipView, membershipReason } from './membership-view.ts'
import { manageLink, renderNotice } from './notice.tsx'

export type CardView = {
  to: string
  /** "Monthly membership" */
  name: string
  /** "Visa ending 4242" */
  card: string
  /** the next charge */
  chargeOn: CalendarDate
  /** what the new card couldn't pay, in cents; null: no bill was open */
  refused: { totalCents: number; endsOn: CalendarDate; bankPage: string | null } | null
  /** a bill is open, and isn't charged before the bank has decided a dispute */
  waitsForBank?: boolean
  cardLink: string
}

/** Writes the card-changed email, for a new card that paid no bill. @param subjectId "membership:card" */
export async function cardChanged(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { membershipId, cardId } = subjectOf('card-changed', subjectId)
  const { membership, to, name } = await loadMembershipView(shop, membershipId)
  const subscriptionId = membership.stripeSubscriptionId
  const card = subscriptionId ? await shop.payments.cardOf(subscriptionId) : null
  if (!subscriptionId || card?.cardId !== cardId) return { droppedBecause: 'the card was changed again' }
  if (!membership.renews) return { droppedBecause: `the membership is ${membership.status}` }
  const bills = await shop.payments.invoicesOf(subscriptionId)
  const open = bills.find((bill) => bill.status === 'open' && bill.reason === 'renewal')
  const bill = open && (await shop.payments.fetchInvoice(open.invoiceId))
  const clock =
    bill && membership.pastDueSince ? await unpaidClock(shop, membership.id, membership.pastDueSince) : null
  return renderCardChanged(senderOf(shop), {
    to,
    name,
    card: card.label,
    chargeOn: membership.paidUntil,
    refused:
      bill && clock && !clock.isDisputed
        ? {
            totalCents: bill.totalCents,
            endsOn: clock.endsOn,
            bankPage: bill.asksBank ? bill.payPage : null,
          }
        : null,
    waitsForBank: clock?.isDisputed ?? false,
    cardLink: await cardLink(shop, membership),
  })
}

export function renderCardChanged(sender: Sender, view: CardView): Promise<MailContent> {
  const { to, name, card, refused } = view
  if (!refused)
    return renderNotice(sender, {
      to,
      subject: 'Your new card is set',
      title: 'Your new card is set.',
      paragraphs: [
        view.waitsForBank
          ? `From now on your ${name} is charged to your ${card}. Your bank is looking into a payment. Until it decides, we won’t charge what’s open.`
          : `From now on your ${name} is charged to your ${card}. The next charge is on ${formatDate(view.chargeOn)}.`,
      ],
      closing: ['If this wasn’t you, reply to this email right away.'],
      ...manageLink(sender),
      reason: membershipReason,
    })
  const sum = formatCents(refused.totalCents)
  return renderNotice(sender, {
    to,
    subject: refused.bankPage ? 'Your bank wants you to confirm a charge' : 'Your new card was declined, too',
    title: refused.bankPage ? 'One more step.' : 'Your new card was declined.',
    paragraphs: [
      refused.bankPage
        ? `We tried to charge ${sum} for your ${name} to your new ${card}. The bank wants you to confirm it.`
        : `We tried to charge ${sum} for your ${name} to your new ${card}, and its bank declined it.`,
      `New belts are on hold until it’s paid. If it can’t be charged, your membership ends on ${formatDate(refused.endsOn)}, and you won’t owe anything.`,
    ],
    link: refused.bankPage
      ? { words: 'Confirm with your bank', href: refused.bankPage }
      : { words: 'Try another card', href: view.cardLink },
    closing: [`Your bank can tell you why. All we see is that it said no.`],
    ...manageLink(sender),
    reason: membershipReason,
  })
}

export type ExpiringView = Omit<CardView, 'refused'> & { lastMonth: string }

/** Writes the card-expiring email. @param subjectId "membership:card:last month" */
export async function cardExpiring(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { membershipId, cardId, lastMonth } = subjectOf('card-expiring', subjectId)
  const { membership, to, name } = await loadMembershipView(shop, membershipId)
  const card = membership.stripeSubscriptionId
    ? await shop.payments.cardOf(membership.stripeSubscriptionId)
    : null
  if (!card?.lastMonth || card.cardId !== cardId || card.lastMonth !== lastMonth)
    return { droppedBecause: 'there is another card, or a new one in its place' }
  if (!membership.renews || membership.status !== 'active')
    return { droppedBecause: `the membership is ${membership.status}` }
  return renderCardExpiring(senderOf(shop), {
    to,
    name,
    card: card.label,
    lastMonth: card.lastMonth,
    chargeOn: membership.paidUntil,
    cardLink: await cardLink(shop, membership),
  })
}

export function renderCardExpiring(sender: Sender, view: ExpiringView): Promise<MailContent> {
  const [year, month] = view.lastMonth.split('-')
  return renderNotice(sender, {
    to: view.to,
    subject: `Your ${view.card} expires before your next charge`,
    title: 'Your card’s about to expire.',
    paragraphs: [
      `Your ${view.name} is charged to your ${view.card} on ${formatDate(view.chargeOn)}. That card expires ${month}/${year}.`,
      'Got a new one? Add it now and you won’t miss a belt. If the number’s the same, your bank often tells us for you.',
    ],
    link: { words: 'Change your card', href: view.cardLink },
    closing: [`This link is just for you and works for ${cardLinkTime}.`],
    ...manageLink(sender),
    reason: membershipReason,
  })
}

/** Writes the card-missing email. @param subjectId "membership:day of the charge" */
export async function cardMissing(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { membershipId, chargeOn: announced } = subjectOf('card-missing', subjectId)
  const { membership, to, name } = await loadMembershipView(shop, membershipId)
  const { stripeSubscriptionId: subscriptionId, paidUntil: chargeOn } = membership
  if (!membership.renews || membership.status !== 'active')
    return { droppedBecause: `the membership is ${membership.status}` }
  if (chargeOn !== announced) return { droppedBecause: `the charge was moved to ${chargeOn}` }
  if (subscriptionId && (await shop.payments.cardOf(subscriptionId)))
    return { droppedBecause: 'there is a card again' }
  return renderCardMissing(senderOf(shop), { to, name, chargeOn, cardLink: await cardLink(shop, membership) })
}

export function renderCardMissing(
  sender: Sender,
  view: Pick<CardView, 'to' | 'name' | 'chargeOn' | 'cardLink'>,
): Promise<MailContent> {
  const day = formatDate(view.chargeOn)
  return renderNotice(sender, {
    to: view.to,
    subject: 'Your membership has no card for its next charge',
    title: 'There’s no card on file.',
    paragraphs: [
      `Your ${view.name} renews on ${day}, and the card that paid for it has been removed.`,
      'Add one before then and you won’t miss a belt. Don’t want to keep going? Cancel on your membership page and you won’t be charged.',
    ],
    link: { words: 'Add a card', href: view.cardLink },
    closing: [`This link is just for you and works for ${cardLinkTime}.`],
    ...manageLink(sender),
    reason: membershipReason,
  })
}
