import { and, asc, eq, inArray } from 'drizzle-orm'
import { boxes, disputeChanges, disputes, membershipPayments, refunds } from '../../db/schema.ts'
import { type BoxState, unshippedStates } from '../../domain/box.ts'
import { type CalendarDate, calendarDateIn, formatDate } from '../../domain/calendar-date.ts'
import { asksShop, type DisputeStage, stageOf } from '../../domain/dispute.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { formatCents } from '../../domain/money.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { renderNotice } from './notice.tsx'
import { type OwnersView, openOrder, ownersViewOf, reason } from './provider-acts.ts'

// Emails that tell the owner of a dispute: each status with its deadline, and reminders of it.

export type DisputeView = OwnersView & {
  state: DisputeStage
  amountCents: number
  reason: string
  dueOn: CalendarDate | null
  /** it was decided before, and goes on: by an appeal, or because the bank opened it again */
  goesOn?: { isAppeal: boolean; was: 'won' | 'lost' }
  /** the bank changed its mind after the belts were canceled */
  wasLost?: boolean
  /** only a part of the payment was lost */
  restShips?: boolean
  /** the membership still renews */
  renews?: boolean
  /** belts that are on hold for it */
  isHeld?: boolean
  /** what the buyer has back already; "$69.50 on March 3, 2027 (re_1…)" */
  refunded?: string[]
}

/** Writes the dispute email. @param subjectId "dispute:state:change" */
export async function disputeNews(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { disputeId: id, state, changeId } = subjectOf('dispute', subjectId)
  const { dispute, changes } = await loadDispute(shop, id)
  if (dispute.state !== state) return { droppedBecause: `it is ${dispute.state} by now` }
  const last = changes.at(-1)
  if (changeId && `${last?.id}` !== changeId && asksShop(dispute.status))
    return { droppedBecause: 'the bank said something newer' }
  const { amountCents, reason: why, intentId } = dispute
  const { membership, view } = await ownersViewOf(shop, intentId)
  const goesOn = goesOnOf(changes)
  return renderDispute(senderOf(shop), {
    ...view,
    ...{ renews: membership.renews, state, amountCents, reason: why },
    dueOn: dueOnOf(shop, dispute),
    ...(goesOn && { goesOn }),
    wasLost: await hasBoxes(shop, intentId, ['cancelled']),
    restShips: await hasBoxes(shop, intentId, unshippedStates),
    isHeld: await hasBoxes(shop, intentId, ['held']),
    refunded: await refundsOf(shop, intentId),
  })
}

/** Writes the dispute-due email. @param subjectId "dispute:change:days" */
export async function disputeDue(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { disputeId: id, changeId, days } = subjectOf('dispute-due', subjectId)
  const { dispute, changes } = await loadDispute(shop, id)
  if (!asksShop(dispute.status) || `${changes.at(-1)?.id}` !== changeId)
    return { droppedBecause: 'it was answered, or the bank said something newer' }
  const dueOn = dueOnOf(shop, dispute)
  if (!dueOn) return { droppedBecause: 'the bank expects no answer' }
  const { view } = await ownersViewOf(shop, dispute.intentId)
  return renderDisputeDue(senderOf(shop), {
    ...{ ...view, state: dispute.state, amountCents: dispute.amountCents, reason: dispute.reason },
    ...{ dueOn, daysLeft: Number(days) },
  })
}

type Dispute = typeof disputes.$inferSelect
type Change = typeof disputeChanges.$inferSelect

async function loadDispute(shop: Shop, id: string): Promise<{ dispute: Dispute; changes: Change[] }> {
  const [dispute] = await shop.db.select().from(disputes).where(eq(disputes.id, id))
  if (!dispute) throw new Error(`dispute ${id} is gone`)
  const changes = await shop.db
    .select()
    .from(disputeChanges)
    .where(eq(disputeChanges.disputeId, id))
    .orderBy(asc(disputeChanges.id))
  return { dispute, changes }
}

const dueOnOf = (shop: Shop, { dueBy }: Dispute) => dueBy && calendarDateIn(shop.config.timeZone, dueBy)

function goesOnOf(changes: Change[]): DisputeView['goesOn'] {
  const last = changes.at(-1)
  if (!last || stageOf(last.status) !== 'open') return undefined
  const decided = changes.findLast(({ status }) => ['won', 'lost'].includes(stageOf(status)))
  if (!decided) return undefined
  return { isAppeal: last.status.startsWith('appeal'), was: stageOf(decided.status) as 'won' | 'lost' }
}

/** Refunds of the payment that reached the buyer. */
async function refundsOf(shop: Shop, intentId: string): Promise<string[]> {
  const made = await shop.db
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
    .where(and(eq(membershipPayments.intentId, intentId), inArray(refunds.status, ['pending', 'succeeded'])))
    .orderBy(asc(refunds.createdAt))
  return made.flatMap(({ refund: { providerId, amountCents, taxCents, createdAt } }) => {
    if (!providerId) return []
    const on = formatDate(calendarDateIn(shop.config.timeZone, createdAt))
    return [`${formatCents(amountCents + taxCents)} on ${on} (${providerId})`]
  })
}

async function hasBoxes(shop: Shop, intentId: string, states: readonly BoxState[]): Promise<boolean> {
  const [box] = await shop.db
    .select({ id: boxes.id })
    .from(boxes)
    .innerJoin(membershipPayments, eq(boxes.paymentId, membershipPayments.id))
    .where(and(eq(membershipPayments.intentId, intentId), inArray(boxes.state, states)))
    .limit(1)
  return box !== undefined
}

const wordsOf = (text: string) => text.replaceAll('_', ' ')

export function renderDispute(sender: Sender, view: DisputeView): Promise<MailContent> {
  const sum = formatCents(view.amountCents)
  const { title, paragraphs } = noticeOf(view, `${sum} of order ${view.orderNumber}`)
  return renderNotice(sender, {
    to: sender.supportEmail,
    subject: `${title.replace(/\.$/, '')}: ${sum}, ${view.orderNumber}`,
    title,
    paragraphs,
    link: openOrder(view),
    reason,
  })
}

type Notice = { title: string; paragraphs: [string, ...string[]] }

function noticeOf(view: DisputeView, what: string): Notice {
  const until = view.dueOn ? ` Answer by ${formatDate(view.dueOn)}, or you lose it.` : ''
  const given = view.refunded?.length
    ? [
        `You’ve refunded this payment already: ${view.refunded.join('; ')}. Tell the bank so: the evidence begins with it. Don’t give the money a second time.`,
      ]
    : []
  const held = view.isHeld ?? true
  const charges = 'the membership won’t be charged again'
  switch (view.state) {
    case 'inquiry':
      return {
        title: 'A bank is asking about a payment.',
        paragraphs: [
          `${view.buyer}’s bank is asking about ${what}. The reason it gives: ${wordsOf(view.reason)}. The money’s still yours.${until}`,
          ...given,
          ...(given.length > 0
            ? []
            : [
                `${held ? 'The belts it paid for are on hold until then. Renewals aren’t.' : 'Renewals go on.'} If the buyer’s right, refund it now and you’ll avoid the dispute and its fee.`,
              ]),
        ],
      }
    case 'open':
      if (view.goesOn) return goesOnNotice(view, view.goesOn, what)
      return {
        title: 'A buyer disputed a payment.',
        paragraphs: [
          `${view.buyer} disputed ${what} with their bank. The reason it gives: ${wordsOf(view.reason)}.${until}`,
          ...given,
          `${held ? `The belts it paid for are on hold, and ${charges}.` : `None of its belts are waiting to ship, and ${charges} meanwhile.`} Answer at the payment provider. The order’s page has what you need to show: the consent, the address, the tracking numbers and the emails.`,
        ],
      }
    case 'won':
      return {
        title: 'You won the dispute.',
        paragraphs: [
          `The bank sided with you on ${what}. The money’s yours.`,
          view.wasLost
            ? 'You’d lost it before, so the belts that hadn’t shipped were canceled, and the membership has ended. Make the buyer a new order, or refund those belts at the payment provider.'
            : `Belts that were on hold ship again${view.renews ? ', and the membership renews as before' : ''}.`,
        ],
      }
    case 'lost':
      return {
        title: 'You lost the dispute.',
        paragraphs: [
          `The bank has given ${what} back to ${view.buyer}.`,
          `${view.restShips ? 'Belts that the rest of the payment pays for still ship. The others are canceled' : 'Belts that hadn’t shipped are canceled'}, and the membership has ended. We’ve told the buyer that nothing more will be charged.`,
        ],
      }
  }
}

/** A dispute that was decided goes on. */
function goesOnNotice(
  view: DisputeView,
  { isAppeal, was }: NonNullable<DisputeView['goesOn']>,
  what: string,
): Notice {
  const until = view.dueOn
    ? ` Answer by ${formatDate(view.dueOn)}, or ${was === 'lost' ? 'it stays lost' : 'you lose it'}.`
    : ''
  return {
    title: isAppeal ? 'A dispute is in appeal.' : `A dispute you had ${was} was opened again.`,
    paragraphs: [
      `The dispute over ${what}, which you’d ${was}, isn’t over. The bank has the money.${until}`,
      was === 'lost'
        ? 'Belts that were canceled stay canceled, and the membership has ended. If you win, we’ll say so here: then the money’s yours.'
        : 'Belts that haven’t shipped are on hold again, and the membership won’t be charged until the bank decides.',
      'Answer at the payment provider. The order’s page has what you need to show.',
    ],
  }
}

export function renderDisputeDue(
  sender: Sender,
  view: Omit<DisputeView, 'dueOn'> & { dueOn: CalendarDate; daysLeft: number },
): Promise<MailContent> {
  const sum = formatCents(view.amountCents)
  const left = view.daysLeft === 1 ? 'one day' : `${view.daysLeft} days`
  return renderNotice(sender, {
    to: sender.supportEmail,
    subject: `A bank waits for your answer, ${left} left: ${sum}, ${view.orderNumber}`,
    title: `A bank waits for your answer: ${left} left.`,
    paragraphs: [
      `Answer ${view.buyer}’s bank about ${sum} of order ${view.orderNumber} by ${formatDate(view.dueOn)}. After that, the money goes to the buyer.`,
      'The order’s page has the evidence. Save it at the payment provider, then send it.',
    ],
    link: openOrder(view),
    reason,
  })
}
