import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm'
import { rowsOf } from '../../db/database.ts'
import { letterState, subscriberStatus } from '../../db/schema/states.ts'
import { boxes, memberships, paymentEvents, products, renewalStops, reviews } from '../../db/schema.ts'
import { stateName } from '../../domain/address.ts'
import { genderNames, styleNames } from '../../domain/belt.ts'
import { addDays, formatDate, instantAt } from '../../domain/calendar-date.ts'
import { dropName, dropTitle } from '../../domain/drop.ts'
import { daysOf } from '../../domain/drop-calendar.ts'
import { writtenStates } from '../../domain/letter.ts'
import { isLow } from '../../domain/stock-needs.ts'
import { openWarnings } from '../books/sales-tax.ts'
import { comingShortage } from '../curation/coming-shortage.ts'
import { upcomingNeeds } from '../curation/stock-needs.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { asSentTo } from '../ledger/find-membership.ts'
import { type Shop, shopDay } from '../shop/shop.ts'

/** Most rows read of a kind that should be rare. */
const most = 2_000

/** Days before a drop's cut-off from which low stock is due: there is still time to get more. */
const leadDays = 14

/** Styles and sizes that will run low after the coming drop. */
export async function shortages(shop: Shop) {
  const { drop, cutOffDay, threshold, needs } = await upcomingNeeds(shop)
  const today = shopDay(shop)
  const from = addDays(cutOffDay, -leadDays)
  return needs
    .filter((need) => isLow(need, threshold))
    .map(({ gender, style, size, stock, promised, expected, left }) => ({
      id: `${gender}-${style}-${size}`,
      what: `${genderNames[gender]}, ${styleNames[style]}, size ${size}: ${dropName(drop)} needs ${promised + expected}, ${
        left < 0 ? `${-left} short` : `${left === 0 ? 'none' : left} left over`
      } with ${stock} on the shelf`,
      ...{ dueOn: from < today ? today : from, dueAt: null, since: today, person: null },
      act: { label: 'Stock', to: '/admin/belts/stock' },
    }))
}

/** A month of which more belts can't be filled than the owner accepts: renewals would be charged for nothing. */
export async function proposedStop(shop: Shop) {
  const { drop, wanted, short, percent } = await comingShortage(shop)
  const isRunning = and(eq(renewalStops.kind, 'pause'), isNull(renewalStops.finishedAt))
  if (wanted === 0 || (short * 100) / wanted < percent) return []
  if ((await shop.db.$count(renewalStops, isRunning)) > 0) return []
  const today = shopDay(shop)
  return [
    {
      id: drop,
      what: `${dropTitle(drop)}: ${short} of ${wanted} belts can’t be filled. Get stock, or stop renewals until you can`,
      ...{ dueOn: today, dueAt: null, since: today, person: null },
      act: { label: 'Renewals', to: '/admin/renewals' },
    },
  ]
}

/** Tries of an event before it's a task: the fifth comes 21 minutes after the first (server/events/handle-events.ts). */
const manyTries = 5

/**
 * Events of the payment provider that can't be handled, since when, and why. What counts is how often they failed, not when
 * they are tried next: that is always soon.
 */
export async function failingEvents(shop: Shop) {
  const rows = await shop.db
    .select()
    .from(paymentEvents)
    .where(and(isNull(paymentEvents.handledAt), gte(paymentEvents.attempts, manyTries)))
    .orderBy(asc(paymentEvents.receivedAt))
    .limit(most)
  return rows.map(({ id, type, payload, receivedAt, attempts, lastError }) => {
    const since = shopDay(shop, receivedAt)
    const about = (payload as { id?: string }).id ?? id
    return {
      id,
      what: `${type} of ${about} failed ${attempts} times since ${formatDate(since)}: ${lastError ?? 'the process died over it'}`,
      ...{ dueOn: since, dueAt: null, since, person: null },
      act: { label: 'Health', to: '/admin/health' },
    }
  })
}

/** States where sales come close to, or pass, the threshold for collecting sales tax. */
export async function thresholds(shop: Shop) {
  return (await openWarnings(shop)).map(({ state, level, warnedOn }) => ({
    id: state,
    what:
      level >= 100
        ? `${stateName(state)}: you’ve reached the sales tax threshold and don’t collect tax`
        : `${stateName(state)}: ${level}% of the sales tax threshold reached`,
    ...{ dueOn: warnedOn, dueAt: null, since: warnedOn, person: null },
    act: { label: 'Sales tax', to: '/admin/sales-tax' },
  }))
}

/**
 * "One letter a month, with the drop": this month's letter, due on the day its boxes ship, if it has readers and isn't
 * scheduled yet; and any stopped letter, until a person decides how to continue.
 */
export async function letterOfTheMonth(shop: Shop) {
  const today = shopDay(shop)
  const month = today.slice(0, 7)
  const rows = await rowsOf<{ id: string; month: string; state: string; why: string | null }>(
    shop.db,
    sql`select id::text as id, month, state, stopped_because as why from letters
      where state in ${letterState.list('stopped')} or month = ${month} order by created_at desc limit ${most}`,
  )
  const owed = rows
    .filter(({ state }) => state === 'stopped')
    .map(({ id, month: of, why }) => ({
      ...{
        id,
        what: `${dropTitle(of)}’s letter is stopped: ${why ?? ''}`,
        dueOn: today,
        dueAt: null,
        since: today,
      },
      ...{ person: null, act: { label: 'Letter', to: `/admin/letters/${id}` } },
    }))
  const own = rows.filter((row) => row.month === month)
  const isWritten = own.some(
    ({ state }) => state === 'stopped' || writtenStates.some((each) => each === state),
  )
  if (isWritten) return owed
  const { shipBy } = daysOf(await dropCalendar(shop.db, shop.config.timeZone, month), month)
  // Readers who joined after its day get the next one.
  const day = instantAt(addDays(shipBy, 1), 0, shop.config.timeZone).toISOString()
  const [reader] = await rowsOf(
    shop.db,
    sql`select 1 from newsletter_subscribers where status in ${subscriberStatus.list('active')} and confirmed_at < ${day}::timestamptz order by confirmed_at limit 1`,
  )
  if (!reader) return owed
  const draft = own.find(({ state }) => state === 'draft')
  return [
    ...owed,
    {
      id: draft?.id ?? month,
      what: `Write ${dropTitle(month)}’s letter`,
      ...{ dueOn: shipBy, dueAt: null, since: `${month}-01`, person: null },
      act: draft
        ? { label: 'Write', to: `/admin/letters/${draft.id}` }
        : { label: 'Letters', to: '/admin/letters' },
    },
  ]
}

/** Reviews someone has to read, oldest first, with their writers. */
export async function waitingReviews(shop: Shop, most: number) {
  const found = await shop.db
    .select({
      id: reviews.id,
      writtenAt: reviews.writtenAt,
      belt: products.name,
      box: boxes,
      membership: memberships,
    })
    .from(reviews)
    .innerJoin(products, eq(reviews.productId, products.id))
    .innerJoin(boxes, eq(reviews.boxId, boxes.id))
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .where(eq(reviews.state, 'waiting'))
    .orderBy(asc(reviews.writtenAt))
    .limit(most)
  return Promise.all(
    found.map(async ({ box, membership, ...review }) => {
      const { address, memberEmail, payerEmail } = await asSentTo(shop.db, box, membership)
      const name = address.fullName ?? ''
      return { ...review, name, email: memberEmail ?? payerEmail }
    }),
  )
}
