import { and, asc, eq, exists, gte, lt, ne, not, or, sql } from 'drizzle-orm'
import { boxes, membershipPayments, memberships, products, refunds } from '../../db/schema.ts'
import { type CalendarDate, formatDate } from '../../domain/calendar-date.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { formatCents } from '../../domain/money.ts'
import { leftOf } from '../../domain/refund.ts'
import { summaryYear, yearSpan } from '../../domain/renewal-notices.ts'
import { isMadeByBank, takenByBank } from '../billing/given-before.ts'
import { findMembership, isByPayer } from '../ledger/find-membership.ts'
import { quoteNextCharge } from '../memberships/next-charge.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { type MailPicture, pictureOf, type Sender, senderOf } from './layout.tsx'
import { loadMembershipView, membershipReason } from './membership-view.ts'
import { type Notice, renderNotice } from './notice.tsx'

export type YearlySummaryView = {
  to: string
  /** the past year */
  year: number
  /** the memberships this address pays for */
  memberships: {
    /** "Monthly membership", "gift for Thomas Ellison" */
    name: string
    belts: number
    paidCents: number
    renews: boolean
    /** null: it doesn't renew, or its last charge failed and has no date */
    renewal: { on: CalendarDate; amountCents: number } | null
  }[]
  /** pictures of the belts that shipped, in order */
  pictures: MailPicture[]
}

/** Writes the yearly-summary email. @param subjectId "a membership of the payer:year" */
export async function yearlySummary(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const about = subjectOf('yearly-summary', subjectId)
  const year = Number(about.year)
  const { payerEmail: to } = await findMembership(shop, about.membershipId)
  if (!to) return { droppedBecause: 'there is no address to write to' }
  if (summaryYear(shopDay(shop)) !== year) return { droppedBecause: 'it is too late for this year' }
  const memberships = await loadSummary(shop, to, year)
  if (!memberships.some((each) => each.renews)) return { droppedBecause: 'nothing renews any more' }
  return renderYearlySummary(senderOf(shop), {
    to,
    year,
    memberships,
    pictures: await beltsOfYear(shop, to, year),
  })
}

/**
 * Sent to every payer once a year: what, when, how much, and how to cancel. California requires it (Bus. & Prof. Code §
 * 17602), so no one can opt out (club-rules.md "Renewal law").
 */
export function renderYearlySummary(sender: Sender, view: YearlySummaryView): Promise<MailContent> {
  const { memberships, year } = view
  const total = memberships.reduce((sum, each) => sum + each.paidCents, 0)
  const belts = memberships.reduce((sum, each) => sum + each.belts, 0)
  const renewing = memberships.some((each) => each.renews)
  const lines = memberships.map(({ name, renews, renewal }) => {
    if (renewal)
      return `Your ${name} renews on ${formatDate(renewal.on)} at ${formatCents(renewal.amountCents)}, until you cancel`
    return renews
      ? `Your ${name} couldn’t be renewed yet. We’ll charge it once your card works`
      : `Your ${name} doesn’t renew`
  })
  const way: Pick<Notice, 'link' | 'closing'> = renewing
    ? {
        link: { words: 'Manage or cancel', href: `${sender.publicUrl}/account` },
        closing: ['It takes two clicks. Belts you’ve paid for still ship.'],
      }
    : {}
  return renderNotice(sender, {
    to: view.to,
    subject: `Your ${year} with ${sender.shopName}`,
    title: `Your ${year}, in ${belts === 1 ? 'one belt' : `${belts} belts`}.`,
    paragraphs: [`Here’s what you paid in ${year}, and what’s next.`],
    list: { head: 'What’s next', lines },
    rows: [
      ...memberships.map(({ name, paidCents }) => ({
        name: `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`,
        amount: formatCents(paidCents),
      })),
      { name: `Paid in ${year}`, amount: formatCents(total), isTotal: true },
    ],
    ...way,
    pictures: view.pictures,
    reason: membershipReason,
  })
}

/** Four rows of three: a year of one membership. */
const maxPictures = 12

type Summarized = YearlySummaryView['memberships'][number]

/** What an address paid for in a year, by membership, oldest first, and each one's next price. */
async function loadSummary(shop: Shop, payerEmail: string, year: number): Promise<Summarized[]> {
  const { from, to } = yearSpan(year, shop.config.timeZone)
  const rows = await shop.db
    .select()
    .from(memberships)
    .where(
      and(
        eq(memberships.payerEmail, payerEmail),
        or(
          eq(memberships.renews, true),
          exists(
            shop.db
              .select({ one: sql`1` })
              .from(membershipPayments)
              .where(
                and(
                  eq(membershipPayments.membershipId, memberships.id),
                  gte(membershipPayments.paidAt, from),
                  lt(membershipPayments.paidAt, to),
                  isByPayer,
                ),
              ),
          ),
        ),
      ),
    )
    .orderBy(asc(memberships.createdAt), asc(memberships.id))
  const summarized: Summarized[] = []
  for (const membership of rows) {
    const { name } = await loadMembershipView(shop, membership.id)
    const { belts, paidCents } = await inYear(shop, membership.id, from, to)
    // A failed charge is retried as soon as possible, so it has no date.
    const charge = membership.status === 'active' ? await quoteNextCharge(shop, membership) : null
    const renewal = charge && {
      on: charge.on,
      amountCents: charge.amountCents - charge.creditCents + charge.taxCents,
    }
    summarized.push({ name, belts, paidCents, renews: membership.renews, renewal })
  }
  return summarized
}

/** Pictures of the belts that shipped in a year for the memberships an address pays for. */
async function beltsOfYear(shop: Shop, payerEmail: string, year: number): Promise<MailPicture[]> {
  const { from, to } = yearSpan(year, shop.config.timeZone)
  const belts = await shop.db
    .select({ id: products.id, imageUrl: products.imageUrl, imageAlt: products.imageAlt })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .innerJoin(products, eq(boxes.productId, products.id))
    .where(
      and(
        eq(memberships.payerEmail, payerEmail),
        isForPayer,
        gte(boxes.shippedAt, from),
        lt(boxes.shippedAt, to),
      ),
    )
    .orderBy(asc(boxes.drop), asc(products.sku))
  const known = new Map(belts.map((belt) => [belt.id, belt]))
  return [...known.values()].flatMap((belt) => pictureOf(shop, belt).picture ?? []).slice(0, maxPictures)
}

// What was paid and sent before a handover is not its new payer's. A gift's giver paid for all of its belts.
const isForPayer = or(memberships.isGift, eq(boxes.personId, memberships.personId))

async function inYear(shop: Shop, membershipId: string, from: Date, to: Date) {
  const paidThen = and(
    eq(membershipPayments.membershipId, membershipId),
    isByPayer,
    gte(membershipPayments.paidAt, from),
    lt(membershipPayments.paidAt, to),
  )
  const paid = await shop.db
    .select({ payment: membershipPayments })
    .from(membershipPayments)
    .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
    .where(paidThen)
  let paidCents = 0
  for (const { payment } of paid) {
    // What the bank has given back wasn't paid.
    const taken = await takenByBank(shop.db, payment)
    paidCents += leftOf(payment, taken).totalCents
  }
  const [back] = await shop.db
    .select({ cents: sql<string>`coalesce(sum(${refunds.amountCents} + ${refunds.taxCents}) * 100, 0)` })
    .from(refunds)
    .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
    .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
    .where(
      and(paidThen, ne(refunds.status, 'failed'), not(isMadeByBank(sql`${membershipPayments.intentId}`))),
    )
  const sent = await shop.db
    .select({ id: boxes.id })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .where(
      and(
        eq(boxes.membershipId, membershipId),
        isForPayer,
        eq(boxes.kind, 'owed'),
        gte(boxes.shippedAt, from),
        lt(boxes.shippedAt, to),
      ),
    )
  return {
    belts: sent.length,
    paidCents: paidCents - Math.round(Number(back?.cents ?? 0)),
  }
}
