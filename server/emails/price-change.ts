import { eq } from 'drizzle-orm'
import { priceChanges } from '../../db/schema.ts'
import { type CalendarDate, formatDate } from '../../domain/calendar-date.ts'
import { formatCents } from '../../domain/money.ts'
import { firstNewCharge } from '../../domain/price-change.ts'
import { shopDay } from '../ledger/shop-day.ts'
import { renewalPrice } from '../memberships/next-charge.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'

import type { Shop } from '../shop/shop.ts'
import type { Sender } from './layout.tsx'
import { loadMembershipView, membershipReason } from './membership-view.ts'
import { renderNotice } from './notice.tsx'

export type PriceChangeView = {
  to: string
  name: string
  /** what its payer pays a term today and then, in cents before tax, after any discount */
  nowCents: number
  thenCents: number
  /** the first charge at the new price, at least 30 days ahead (spec §9 "Policy figures") */
  chargeOn: CalendarDate
  cancelLink: string
}

/** An id and the colon after it: what comes then is the price change's id. */
const idLength = 36

/** The mail of the outbox's kind price-change; the fact is "membership:price change". */
export async function priceChange(shop: Shop, fact: string): Promise<MailContent | Dropped> {
  const [change] = await shop.db
    .select()
    .from(priceChanges)
    .where(eq(priceChanges.id, fact.slice(idLength + 1)))
  if (!change) throw new Error(`the price change of ${fact} is gone`)
  if (change.withdrawnAt) return { droppedBecause: 'the new price was called off' }
  const { membership, plan, to, name } = await loadMembershipView(shop, fact.slice(0, idLength))
  if (!membership.renews) return { droppedBecause: `the membership is ${membership.status}` }
  return renderPriceChange(shop.config, {
    to,
    name,
    nowCents: await renewalPrice(shop, membership),
    thenCents: await renewalPrice(shop, membership, change.thenCents),
    chargeOn: firstNewCharge({
      chargeOn: membership.paidUntil,
      termMonths: plan.months,
      effectiveOn: change.effectiveOn,
      toldOn: shopDay(shop),
    }),
    cancelLink: `${shop.config.publicUrl}/account`,
  })
}

/** A new price, told at least 30 days before it is charged: what, when, how much, and the way out. */
export function renderPriceChange(sender: Sender, view: PriceChangeView): Promise<MailContent> {
  const day = formatDate(view.chargeOn)
  return renderNotice(sender, {
    to: view.to,
    subject: `A new price for your ${view.name}, from ${day}`.replaceAll('\u00a0', ' '),
    title: `Your price changes on ${day}.`,
    paragraphs: [
      `Your ${view.name} costs ${formatCents(view.nowCents)} today. From your renewal on ${day} it costs ${formatCents(view.thenCents)}, plus tax where it is due.`,
      'What you have paid for already ships at the price that you paid.',
    ],
    rows: [
      { name: 'Until then', amount: formatCents(view.nowCents) },
      { name: `From ${day}`, amount: formatCents(view.thenCents), isTotal: true },
    ],
    link: { words: 'Cancel before it changes', href: view.cancelLink },
    closing: ['If the new price is fine, there is nothing that you need to do.'],
    reason: membershipReason,
  })
}
