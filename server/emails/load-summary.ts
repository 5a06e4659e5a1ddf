import { and, asc, eq, exists, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { boxes, membershipPayments, memberships, products, refunds } from '../../db/schema.ts'
import { instantAt } from '../../domain/calendar-date.ts'
import { quoteNextCharge } from '../memberships/next-charge.ts'
import type { Shop } from '../shop/shop.ts'
import { pictureOf } from './belt-picture.ts'
import type { MailPicture } from './layout.tsx'
import { loadMembershipView } from './membership-view.ts'
import type { YearlySummaryView } from './yearly-summary.ts'

/** Four rows of three: a year of one membership. */
const maxPictures = 12

type Summarised = YearlySummaryView['memberships'][number]

/** What an address paid for in a year, by membership, the oldest first, and what each costs next. */
export async function loadSummary(shop: Shop, payerEmail: string, year: number): Promise<Summarised[]> {
  const { from, to } = yearSpan(shop, year)
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
                ),
              ),
          ),
        ),
      ),
    )
    .orderBy(asc(memberships.createdAt), asc(memberships.id))
  const summarised: Summarised[] = []
  for (const membership of rows) {
    const { name } = await loadMembershipView(shop, membership.id)
    const { belts, paidCents } = await inYear(shop, membership.id, from, to)
    // One that failed is charged as soon as it can be, on no day that could be named.
    const charge = membership.status === 'active' ? await quoteNextCharge(shop, membership) : null
    const renewal = charge && {
      on: charge.on,
      amountCents: charge.amountCents - charge.creditCents + charge.taxCents,
    }
    summarised.push({ name, belts, paidCents, renews: membership.renews, renewal })
  }
  return summarised
}

/** Pictures of the belts that left in a year for what an address pays for. */
export async function beltsOfYear(shop: Shop, payerEmail: string, year: number): Promise<MailPicture[]> {
  const { from, to } = yearSpan(shop, year)
  const belts = await shop.db
    .select({ id: products.id, imageUrl: products.imageUrl, imageAlt: products.imageAlt })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .innerJoin(products, eq(boxes.productId, products.id))
    .where(and(eq(memberships.payerEmail, payerEmail), gte(boxes.shippedAt, from), lt(boxes.shippedAt, to)))
    .orderBy(asc(boxes.drop), asc(products.sku))
  const known = new Map(belts.map((belt) => [belt.id, belt]))
  return [...known.values()].flatMap((belt) => pictureOf(shop, belt).picture ?? []).slice(0, maxPictures)
}

async function inYear(shop: Shop, membershipId: string, from: Date, to: Date) {
  const sum = (amount: SQL) => sql<string>`coalesce(sum(${amount}) * 100, 0)`
  const [paid] = await shop.db
    .select({ cents: sum(sql`${membershipPayments.amountCents} + ${membershipPayments.taxCents}`) })
    .from(membershipPayments)
    .where(
      and(
        eq(membershipPayments.membershipId, membershipId),
        gte(membershipPayments.paidAt, from),
        lt(membershipPayments.paidAt, to),
      ),
    )
  const [back] = await shop.db
    .select({ cents: sum(sql`${refunds.amountCents} + ${refunds.taxCents}`) })
    .from(refunds)
    .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
    .where(
      and(
        eq(membershipPayments.membershipId, membershipId),
        inArray(refunds.status, ['pending', 'succeeded']),
        gte(membershipPayments.paidAt, from),
        lt(membershipPayments.paidAt, to),
      ),
    )
  const sent = await shop.db
    .select({ id: boxes.id })
    .from(boxes)
    .where(
      and(
        eq(boxes.membershipId, membershipId),
        eq(boxes.kind, 'owed'),
        gte(boxes.shippedAt, from),
        lt(boxes.shippedAt, to),
      ),
    )
  return {
    belts: sent.length,
    paidCents: Math.round(Number(paid?.cents ?? 0)) - Math.round(Number(back?.cents ?? 0)),
  }
}

/** From the first instant of a year in the shop's time zone to that of the next. */
export function yearSpan(shop: Shop, year: number) {
  const begin = (which: number) => instantAt(`${which}-01-01`, 0, shop.config.timeZone)
  return { from: begin(year), to: begin(year + 1) }
}
