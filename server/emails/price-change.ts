import { eq } from 'drizzle-orm'
import { priceChanges } from '../../db/schema.ts'
import { type CalendarDate, formatDate } from '../../domain/calendar-date.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { formatCents } from '../../domain/money.ts'
import { firstNewCharge } from '../../domain/price-change.ts'
import { dueOf } from '../memberships/next-charge.ts'
import { atPrice, nextTerms } from '../memberships/next-terms.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { loadMembershipView, membershipReason } from './membership-view.ts'
import { renderNotice } from './notice.tsx'

export type PriceChangeView = {
  to: string
  name: string
  /** the payer's price per term before and after, in cents before tax, after any discount */
  nowCents: number
  thenCents: number
  /** the first charge at the new price, at least 30 days ahead (spec §9 "Policy figures") */
  chargeOn: CalendarDate
}

/** Writes the price-change email. @param subjectId "membership:price run" */
export async function priceChange(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { run, ...view } = await loadView(shop, subjectId)
  if (run.withdrawnAt) return { droppedBecause: 'the price run was stopped' }
  if (!view.membership.renews) return { droppedBecause: `the membership is ${view.membership.status}` }
  const terms = await nextTerms(shop, view.membership)
  const { plan, change } = terms
  if (change || plan.id !== run.planId) return { droppedBecause: 'the next term is of another plan' }
  return renderPriceChange(senderOf(shop), {
    ...view,
    nowCents: dueOf(terms),
    thenCents: dueOf(atPrice(terms, run.thenCents)),
    chargeOn: firstNewCharge({
      joinedOn: shopDay(shop, view.membership.createdAt),
      chargeOn: view.membership.paidUntil,
      termMonths: plan.months,
      effectiveOn: run.effectiveOn,
      toldOn: shopDay(shop),
    }),
  })
}

/** Writes the price-kept email, after a price run was stopped that the payer had been told about. */
export async function priceKept(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { membership, to, name } = await loadView(shop, subjectId)
  if (!membership.renews) return { droppedBecause: `the membership is ${membership.status}` }
  return renderPriceKept(senderOf(shop), {
    to,
    name,
    nowCents: dueOf(await nextTerms(shop, membership)),
  })
}

async function loadView(shop: Shop, subjectId: string) {
  const { membershipId, runId } = subjectOf('price-change', subjectId)
  const [run] = await shop.db.select().from(priceChanges).where(eq(priceChanges.id, runId))
  if (!run) throw new Error(`the price run of ${subjectId} is gone`)
  return { run, ...(await loadMembershipView(shop, membershipId)) }
}

type PriceKeptView = { to: string; name: string; nowCents: number }

export function renderPriceKept(sender: Sender, view: PriceKeptView): Promise<MailContent> {
  return renderNotice(sender, {
    to: view.to,
    subject: `Your ${view.name} keeps its price`,
    title: 'Your price isn’t changing.',
    paragraphs: [
      `We wrote to you about a new price for your ${view.name}. We’ve changed our mind: it renews at ${formatCents(view.nowCents)}, same as before, plus any tax.`,
      'You don’t need to do a thing.',
    ],
    link: { words: 'See your membership', href: `${sender.publicUrl}/account` },
    reason: membershipReason,
  })
}

/** Announces a new price at least 30 days before it's charged: what, when, how much, and how to cancel. */
export function renderPriceChange(sender: Sender, view: PriceChangeView): Promise<MailContent> {
  const day = formatDate(view.chargeOn)
  return renderNotice(sender, {
    to: view.to,
    subject: `A new price for your ${view.name}, from ${day}`.replaceAll('\u00a0', ' '),
    title: `Your price changes on ${day}.`,
    paragraphs: [
      `Your ${view.name} costs ${formatCents(view.nowCents)} today. From your renewal on ${day} it’ll cost ${formatCents(view.thenCents)}, plus any tax.`,
      'Belts you’ve already paid for ship at the price you paid.',
    ],
    rows: [
      { name: 'Until then', amount: formatCents(view.nowCents) },
      { name: `From ${day}`, amount: formatCents(view.thenCents), isTotal: true },
    ],
    link: { words: 'Cancel before it changes', href: `${sender.publicUrl}/account` },
    closing: ['If the new price works for you, you don’t need to do a thing.'],
    reason: membershipReason,
  })
}
