import { asc, desc, inArray, sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/database.ts'
import { boxState, quizState } from '../../../db/schema/states.ts'
import { products } from '../../../db/schema.ts'
import type { Figures } from '../../../domain/admin/dashboard-contracts.ts'
import { type BoxState, unshippedStates } from '../../../domain/box.ts'
import { addDays, addMonths, instantAt } from '../../../domain/calendar-date.ts'
import { addDrops } from '../../../domain/drop.ts'
import { fits, tastes } from '../../../domain/feedback.ts'
import { refreshShippedDays } from '../../books/shipped-days.ts'
import { sumsOf } from '../../figures/add-up.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { lately } from './member-figures.ts'

/** Orders, boxes and their value, belt feedback, the quiz funnel and newsletter signups. */
export async function shopFigures(shop: Shop) {
  return {
    ...(await boxFigures(shop)),
    recognized: await recognizedFigures(shop),
    ordersByDay: await ordersByDay(shop),
    newsletter: await newsletterByMonth(shop),
    belts: await beltFigures(shop),
    funnel: await quizFunnel(shop),
    sources: await sourceFigures(shop),
  }
}

async function boxFigures(shop: Shop): Promise<Pick<Figures, 'owed' | 'boxes'>> {
  const [owed] = await rowsOf<{ boxes: string; value: string }>(
    shop.db,
    sql`select coalesce(sum(boxes), 0) as boxes, coalesce(sum(value), 0) as value from box_counts
      where kind = 'owed' and state in ${boxState.list(...unshippedStates)}`,
  )
  const month = shopDay(shop).slice(0, 7)
  const drops = [addDrops(month, -1), month, addDrops(month, 1)]
  const counts = await rowsOf<{ drop: string; state: BoxState; boxes: number }>(
    shop.db,
    sql`select drop, state, sum(boxes)::int as boxes from box_counts where drop in ${drops} group by 1, 2 having sum(boxes) > 0`,
  )
  return {
    owed: { boxes: Number(owed!.boxes), valueCents: Math.round(Number(owed!.value) * 100) },
    boxes: drops.map((drop) => ({
      drop,
      states: Object.fromEntries(
        counts.filter((each) => each.drop === drop).map(({ state, boxes }) => [state, boxes]),
      ),
    })),
  }
}

/**
 * Revenue of this month and last month, recognized when belts shipped: the account Belt sales
 * (docs/decisions/051-books.md).
 */
async function recognizedFigures(shop: Shop): Promise<Figures['recognized']> {
  await refreshShippedDays(shop)
  const month = shopDay(shop).slice(0, 7)
  const months = [month, addDrops(month, -1)]
  const rows = await rowsOf<{ month: string; boxes: number; value: string }>(
    shop.db,
    sql`select to_char(day, 'YYYY-MM') as month, sum(boxes)::int as boxes, sum(value) as value from shipped_days
      where day between ${`${months[1]}-01`} and ${shopDay(shop)} group by 1`,
  )
  return months.map((each) => {
    const row = rows.find((found) => found.month === each)
    return { month: each, boxes: row?.boxes ?? 0, cents: Math.round(Number(row?.value ?? 0) * 100) }
  })
}

/** Orders of the last 30 days in the shop's time zone, today included. Days without orders appear too. */
async function ordersByDay(shop: Shop): Promise<Figures['ordersByDay']> {
  const { from, to } = lately(shop)
  const since = instantAt(from, 0, shop.config.timeZone).toISOString()
  const rows = await rowsOf(
    shop.db,
    sql`select to_char(created_at at time zone ${shop.config.timeZone}, 'YYYY-MM-DD') as day, count(*) as orders,
      count(*) filter (where recipient_type = 'gift') as gifts, sum(total_amount) * 100 as cents
      from orders where created_at >= ${since} group by 1`,
  )
  const days: Figures['ordersByDay'] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const row = rows.find((each) => each.day === day)
    days.push({
      day,
      orders: Number(row?.orders ?? 0),
      gifts: Number(row?.gifts ?? 0),
      totalCents: Math.round(Number(row?.cents ?? 0)),
    })
  }
  return days
}

const months = 12

async function newsletterByMonth(shop: Shop): Promise<Figures['newsletter']> {
  const thisMonth = `${shopDay(shop).slice(0, 7)}-01`
  const since = instantAt(addMonths(thisMonth, 1 - months), 0, shop.config.timeZone).toISOString()
  const byMonth = (column: 'subscribed_at' | 'unsubscribed_at') => {
    const month = sql`to_char(${sql.identifier(column)} at time zone ${shop.config.timeZone}, 'YYYY-MM')`
    return rowsOf(
      shop.db,
      sql`select ${month} as month, count(*) as people from newsletter_subscribers
        where ${sql.identifier(column)} >= ${since} group by 1`,
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

/** Most belts with feedback that the dashboard shows: the newest ones. */
const mostBelts = 36

async function beltFigures(shop: Shop): Promise<Figures['belts']> {
  const sums = await sumsOf(shop, 'belt')
  const said = Map.groupBy(sums, ({ of }) => of)
  if (said.size === 0) return []
  const belts = await shop.db
    .select({ id: products.id, name: products.name, drop: products.drop })
    .from(products)
    .where(inArray(products.id, [...said.keys()]))
    .orderBy(sql`${desc(products.drop)} nulls last`, asc(products.name))
    .limit(mostBelts)
  return belts.map((belt) => {
    const counts = said.get(belt.id) ?? []
    const among = (words: readonly string[]) =>
      Object.fromEntries(counts.filter(({ by }) => words.includes(by)).map(({ by, number }) => [by, number]))
    const told = counts.find(({ by }) => by === 'any')?.number ?? 0
    return { ...belt, told, fits: among(fits), tastes: among(tastes) }
  })
}

const published = sql`(select max(number) from quiz_versions where state in ${quizState.list('published')})`

async function quizFunnel(shop: Shop): Promise<Figures['funnel']> {
  const rows = await rowsOf(
    shop.db,
    sql`select step, sum(count) as reached from quiz_funnel
      where day >= ${lately(shop).from} and version = ${published} group by 1`,
  )
  return Array.from({ length: 7 }, (_, index) => ({
    step: index + 1,
    reached: Number(rows.find((row) => Number(row.step) === index + 1)?.reached ?? 0),
  }))
}

/** Most traffic sources that the dashboard shows: the strongest ones. */
const mostSources = 12

/** A traffic source, such as "instagram / social / spring". */
export const sourceName = sql.raw(
  `concat_ws(' / ', nullif(source, ''), nullif(medium, ''), nullif(campaign, ''))`,
)

async function sourceFigures(shop: Shop): Promise<Figures['sources']> {
  const rows = await rowsOf<{ source: string } & Record<string, string>>(
    shop.db,
    sql`select ${sourceName} as source, ${sql.join(
      Array.from({ length: 7 }, (_, index) =>
        sql.raw(`coalesce(sum(count) filter (where step = ${index + 1}), 0) as step${index + 1}`),
      ),
      sql`, `,
    )} from quiz_sources where day >= ${lately(shop).from} and version = ${published}
      group by 1 order by 2 desc, 1 limit ${mostSources}`,
  )
  return rows.map(({ source, ...row }) => ({
    source,
    reached: Array.from({ length: 7 }, (_, index) => Number(row[`step${index + 1}`] ?? 0)),
  }))
}
