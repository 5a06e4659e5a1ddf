import { count, gte, sql, sum } from 'drizzle-orm'
import { countsOf, rowsOf } from '../../../db/rows.ts'
import { boxState, membershipStatus, quizState } from '../../../db/schema/states.ts'
import { orders } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { Figures } from '../../../domain/admin/dashboard-contracts.ts'
import { sentStates, unshippedStates, voidStates } from '../../../domain/box.ts'
import { addDays, addMonths, instantAt } from '../../../domain/calendar-date.ts'
import { addDrops, dropsBetween, firstDrop } from '../../../domain/drop.ts'
import { runningStatuses } from '../../../domain/membership.ts'
import { shopDay } from '../../ledger/shop-day.ts'
import { readSetting, writeSetting } from '../../settings/settings.ts'
import type { Shop } from '../../shop/shop.ts'

const unshipped = boxState.list(...unshippedStates)
/** milliseconds */
const thirtyDays = 30 * 86_400_000

/** What is active, what it earns a month, who left, and what is owed (club-rules.md "The box ledger"). */
async function membershipFigures(shop: Shop) {
  const monthAgo = sql`${new Date(shop.now().getTime() - thirtyDays).toISOString()}::timestamptz`
  const wasThere = sql`not is_gift and exists (
    select 1 from membership_payments p where p.membership_id = m.id and p.paid_at <= ${monthAgo})`
  const found = await countsOf(shop.db, {
    active: sql`select count(*) from memberships where status in ${membershipStatus.list(...runningStatuses)}`,
    renewing: sql`select count(*) from memberships where status in ${membershipStatus.list(...runningStatuses)} and renews`,
    // Rounded once, over all of them: a sixth of a payment is no whole number of cents.
    recurring: sql`select coalesce(round(sum(p.amount / p.box_count) * 100), 0)
      from memberships m
      join lateral (select amount, box_count from membership_payments where membership_id = m.id and box_count > 0
        order by paid_at desc, id desc limit 1) p on true
      where m.renews and m.status in ${membershipStatus.list(...runningStatuses)}`,
    left: sql`select count(*) from memberships m where ${wasThere} and cancelled_at > ${monthAgo}`,
    before: sql`select count(*) from memberships m where ${wasThere}
      and (cancelled_at is null or cancelled_at > ${monthAgo})`,
    boxes: sql`select count(*) from boxes where state in ${unshipped}`,
    value: sql`select coalesce(sum(value) * 100, 0) from boxes where state in ${unshipped}`,
  })
  return {
    activeMemberships: found.active,
    renewingMemberships: found.renewing,
    monthlyRecurringCents: found.recurring,
    churn: { left: found.left, before: found.before },
    owed: { boxes: found.boxes, valueCents: Math.round(found.value) },
    gifts: await giftFigures(shop),
  }
}

async function giftFigures(shop: Shop) {
  const shippedOne = sql`exists (select 1 from boxes b where b.membership_id = m.id and b.state in ${boxState.list(...sentStates)})`
  const owedOne = sql`exists (select 1 from boxes b where b.membership_id = m.id and b.state in ${unshipped})`
  return countsOf(shop.db, {
    waiting: sql`select count(*) from memberships m where is_gift and not ${shippedOne} and ${owedOne}`,
    running: sql`select count(*) from memberships m where is_gift and ${shippedOne} and ${owedOne}`,
    ended: sql`select count(*) from memberships m where is_gift and not ${owedOne}`,
  })
}

const months = 12
const funnelDays = 30

/** Those who look and sign up: the newsletter's growth and how far visitors go through the quiz. */
async function crowdFigures(shop: Shop) {
  return { newsletter: await newsletterByMonth(shop), funnel: await quizFunnel(shop) }
}

async function newsletterByMonth(shop: Shop) {
  const thisMonth = `${shopDay(shop).slice(0, 7)}-01`
  const byMonth = (column: 'subscribed_at' | 'unsubscribed_at') => {
    const month = sql`to_char(${sql.identifier(column)} at time zone ${shop.config.timeZone}, 'YYYY-MM')`
    return rowsOf(
      shop.db,
      sql`select ${month} as month, count(*) as people from newsletter_subscribers
        where ${sql.identifier(column)} is not null group by 1`,
    )
  }
  const joined = await byMonth('subscribed_at')
  const left = await byMonth('unsubscribed_at')
  const of = (rows: Record<string, unknown>[], month: string) =>
    Number(rows.find((row) => row.month === month)?.people ?? 0)
  return Array.from({ length: months }, (_, index) => {
    const month = addMonths(thisMonth, index + 1 - months).slice(0, 7)
    return { month, joined: of(joined, month), left: of(left, month) }
  })
}

async function quizFunnel(shop: Shop) {
  const rows = await rowsOf(
    shop.db,
    sql`select step, sum(count) as reached from quiz_funnel
      where day > ${addDays(shopDay(shop), -funnelDays)}
      and version = (select max(number) from quiz_versions where state in ${quizState.list('published')}) group by 1`,
  )
  return Array.from({ length: 7 }, (_, index) => ({
    step: index + 1,
    reached: Number(rows.find((row) => Number(row.step) === index + 1)?.reached ?? 0),
  }))
}

const cohorts = 12

/**
 * Retention of memberships for oneself: of those whose first box was in a drop, how many had one in each drop after, up to
 * the one before that is sold now. A skip moves a box, so it shows as a gap; a gift ends by itself and is left out.
 */
async function cohortFigures(shop: Shop): Promise<Figures['cohorts']> {
  const current = firstDrop(shopDay(shop))
  const oldest = addDrops(current, 1 - cohorts)
  const rows = await rowsOf(
    shop.db,
    sql`with of_members as (
        select b.membership_id, b.drop from boxes b join memberships m on m.id = b.membership_id
        where not m.is_gift and b.payment_id is not null and b.state not in ${boxState.list(...voidStates)}
      ), firsts as (select membership_id, min(drop) as first from of_members group by 1)
      select f.first, o.drop, count(distinct o.membership_id) as members
      from firsts f join of_members o on o.membership_id = f.membership_id
      where f.first >= ${oldest} and o.drop <= ${current} group by 1, 2`,
  )
  return Array.from({ length: cohorts }, (_, index) => addDrops(current, -index)).flatMap((drop) => {
    const kept = Array.from({ length: dropsBetween(drop, current) + 1 }, (_, after) => {
      const row = rows.find((each) => each.first === drop && each.drop === addDrops(drop, after))
      // Until the cut-off of the drop that is sold now, some of its renewals are still to come: nobody is lost yet.
      return after > 0 && addDrops(drop, after) >= current ? null : Number(row?.members ?? 0)
    })
    const members = kept[0] ?? 0
    return members > 0 ? [{ drop, members, kept }] : []
  })
}

const days = 30

/** Orders of the last 30 days of the shop, today among them; a day without any is there as well. */
async function ordersByDay(shop: Shop): Promise<Figures['ordersByDay']> {
  const first = addDays(shopDay(shop), 1 - days)
  const since = instantAt(first, 0, shop.config.timeZone).toISOString()
  const rows = await rowsOf(
    shop.db,
    sql`select to_char(created_at at time zone ${shop.config.timeZone}, 'YYYY-MM-DD') as day, count(*) as orders,
      count(*) filter (where recipient_type = 'gift') as gifts, sum(total_amount) * 100 as cents
      from orders where created_at >= ${since} group by 1`,
  )
  return Array.from({ length: days }, (_, index) => {
    const day = addDays(first, index)
    const row = rows.find((each) => each.day === day)
    return {
      day,
      orders: Number(row?.orders ?? 0),
      gifts: Number(row?.gifts ?? 0),
      totalCents: Math.round(Number(row?.cents ?? 0)),
    }
  })
}

/** Milliseconds after which the worker adds up again (server/worker.ts looks every few minutes). */
const freshFor = 10 * 60_000

/** Milliseconds up to which adding up is no matter: a small club always sees its sums of now. */
const quick = 50

/** Today's orders as they are, and the sums as they were added up last. */
export async function readDashboard(
  shop: Shop,
  { again }: AdminInput<'readDashboard'>,
): Promise<AdminReply<'readDashboard'>> {
  const midnight = instantAt(shopDay(shop), 0, shop.config.timeZone)
  const [today] = await shop.db
    .select({
      orders: count(),
      gifts: sum(sql`(${orders.recipientType} = 'gift')::int`).mapWith(Number),
      totalCents: sum(sql`${orders.totalCents} * 100`).mapWith(Number),
    })
    .from(orders)
    .where(gte(orders.createdAt, midnight))
  return {
    today: {
      orders: today?.orders ?? 0,
      gifts: today?.gifts ?? 0,
      totalCents: Math.round(today?.totalCents ?? 0),
    },
    figures: await figuresFor(shop, again === '1'),
  }
}

async function figuresFor(shop: Shop, again: boolean): Promise<Figures> {
  const known = await readSetting(shop, 'figures')
  const isSmall = known !== null && known.took <= quick
  return known && !again && !isSmall ? known : addUpFigures(shop)
}

/** What the worker does every few minutes: one process adds up for all. */
export async function keepFigures(shop: Shop): Promise<void> {
  const known = await readSetting(shop, 'figures')
  if (known && shop.now().getTime() - Date.parse(known.at) < freshFor) return
  await addUpFigures(shop)
}

/**
 * Adds the ledger up and keeps the sums, because with a million orders that takes seconds and the dashboard is to open at
 * once. The sums are read beside purchases and lock nothing.
 */
export async function addUpFigures(shop: Shop): Promise<Figures> {
  const begun = performance.now()
  const sums = {
    at: shop.now().toISOString(),
    ...(await membershipFigures(shop)),
    ...(await crowdFigures(shop)),
    ordersByDay: await ordersByDay(shop),
    cohorts: await cohortFigures(shop),
  }
  const figures: Figures = { ...sums, took: Math.round(performance.now() - begun) }
  await writeSetting(shop, 'figures', figures)
  return figures
}
