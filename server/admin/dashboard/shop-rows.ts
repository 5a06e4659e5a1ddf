import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/database.ts'
import { boxState, quizState } from '../../../db/schema/states.ts'
import { funnelStepLabels } from '../../../domain/admin/figure-labels.ts'
import { leftStates, unshippedStates } from '../../../domain/box.ts'
import { addDays, addMonths, instantAt } from '../../../domain/calendar-date.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { fitLabel, tasteLabel } from '../../../domain/feedback.ts'
import type { Shop } from '../../shop/shop.ts'
import type { Asked, Column, FigureRow, FigureRows } from './figure-row.ts'
import { isDay, isId, isMonth } from './figure-titles.ts'
import { lately } from './member-figures.ts'
import { sourceName } from './shop-figures.ts'

const instantText = (at: string) => sql.raw(`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`)
const column = (name: string, kind: Column['kind'] = 'text'): Column => ({ name, kind })

/** From the start of one shop day until the end (exclusive) of another, as SQL instants. */
function span(shop: Shop, from: string, to: string) {
  const at = (day: string) => instantAt(day, 0, shop.config.timeZone).toISOString()
  return { from: sql`${at(from)}::timestamptz`, until: sql`${at(addDays(to, 1))}::timestamptz` }
}

/** The requested day, or the 30 days of the recent period. */
function spanOf(shop: Shop, of: string) {
  const days = isDay(of) ? { from: of, to: of } : lately(shop)
  return span(shop, days.from, days.to)
}

/** The days of a month; anything that isn't a month gives a span before the shop existed. */
function monthOf(shop: Shop, of: string) {
  const first = isMonth(of) ? `${of}-01` : '2000-01-01'
  return span(shop, first, isMonth(of) ? addDays(addMonths(first, 1), -1) : first)
}

const after = (place: SQL, { after: last }: Asked, type: string, than: '<' | '>') =>
  last ? sql`and (${place}) ${sql.raw(than)} (${last.key}::${sql.raw(type)}, ${last.id}::uuid)` : sql``

const orders: FigureRows = {
  columns: [
    column('Order'),
    column('Day', 'day'),
    column('Email'),
    column('For'),
    column('Status'),
    column('Total', 'cents'),
  ],
  async read(shop, asked) {
    const { from, until } = spanOf(shop, asked.of)
    const rows = await rowsOf<
      Record<'id' | 'key' | 'number' | 'day' | 'kind' | 'status' | 'total', string> & { email: string | null }
    >(
      shop.db,
      sql`select id::text as id, ${instantText('created_at')} as key, order_number as number, purchaser_email as email,
          to_char(created_at at time zone ${shop.config.timeZone}, 'YYYY-MM-DD') as day, recipient_type as kind, status, total_amount as total
        from orders where created_at >= ${from} and created_at < ${until}
          ${asked.by ? sql`and recipient_type = ${asked.by}` : sql``}
          ${asked.after ? sql`and (created_at, id) < ((${asked.after.key} || '+00')::timestamptz, ${asked.after.id}::uuid)` : sql``}
        order by created_at desc, id desc limit ${asked.limit}`,
    )
    return rows.map(({ id, key, number, day, email, kind, status, total }) => ({
      ...{ id, key, to: `/admin/orders/${id}` },
      cells: [
        number,
        day,
        email,
        kind === 'gift' ? 'A gift' : 'Themselves',
        status,
        Math.round(Number(total) * 100),
      ],
    }))
  },
}

type Box = {
  id: string
  key: string
  drop: string
  state: string
  kind: string
  name: string
  belt: string | null
  value: string
  left: string | null
  orderId: string
  fit: keyof typeof fitLabel | null
  taste: keyof typeof tasteLabel | null
}
const boxColumns = {
  drop: { ...column('Drop'), cell: ({ drop }: Box) => dropTitle(drop) },
  name: { ...column('For'), cell: ({ name }: Box) => name },
  belt: { ...column('Belt'), cell: ({ belt }: Box) => belt },
  state: {
    ...column('State'),
    cell: ({ state, kind }: Box) => (kind === 'replacement' ? `${state}, a replacement` : state),
  },
  value: { ...column('Value', 'cents'), cell: ({ value }: Box) => Math.round(Number(value) * 100) },
  left: { ...column('Left', 'day'), cell: ({ left }: Box) => left },
  fit: { ...column('Fit'), cell: ({ fit }: Box) => fit && fitLabel[fit] },
  taste: { ...column('Taste'), cell: ({ taste }: Box) => taste && tasteLabel[taste] },
}

/** @param page selects box ids in order, each with its sort key and the day it left */
function boxRows(shown: (keyof typeof boxColumns)[], page: (shop: Shop, asked: Asked) => SQL): FigureRows {
  const columns = shown.map((each) => boxColumns[each])
  return {
    columns: columns.map(({ name, kind }) => ({ name, kind })),
    async read(shop, asked): Promise<FigureRow[]> {
      const boxes = await rowsOf<Box>(
        shop.db,
        sql`with page as (${page(shop, asked)})
          select b.id::text as id, page.key, page.left_on::text as left, b.drop, b.state, b.kind, b.value, p.name as belt,
            coalesce(m.address ->> 'fullName', '') as name, i.order_id::text as "orderId", f.fit, f.taste
          from page join boxes b on b.id = page.id join memberships m on m.id = b.membership_id
          join order_items i on i.id = m.order_item_id left join products p on p.id = b.product_id
          left join box_feedback f on f.box_id = b.id order by page.place`,
      )
      return boxes.map((box) => ({
        ...{ id: box.id, key: box.key, to: `/admin/orders/${box.orderId}` },
        cells: columns.map(({ cell }) => cell(box)),
      }))
    },
  }
}

const unshipped = boxState.list(...unshippedStates)
const left = boxState.list(...leftStates)

const owed = boxRows(
  ['drop', 'name', 'belt', 'state', 'value'],
  (_, asked) => sql`
  select id, drop as key, null::date as left_on, row_number() over (order by drop, id) as place from boxes
  where kind = 'owed' and state in ${unshipped} ${after(sql`drop, id`, asked, 'text', '>')}
  order by drop, id limit ${asked.limit}`,
)

const boxes = boxRows(
  ['drop', 'name', 'belt', 'state', 'value'],
  (_, asked) => sql`
  select id, '' as key, null::date as left_on, row_number() over (order by id) as place from boxes
  where drop = ${asked.of} ${asked.by ? sql`and state = ${asked.by}` : sql``}
    ${asked.after ? sql`and id > ${asked.after.id}::uuid` : sql``} order by id limit ${asked.limit}`,
)

// Sorted by the day the box left. Boxes from before that day was stored use delivered_at or updated_at
// (server/books/shipped-days.ts).
const recognized = boxRows(['left', 'drop', 'name', 'belt', 'value'], (shop, asked) => {
  const { from, until } = monthOf(shop, asked.of)
  const than = (at: string) =>
    asked.after
      ? sql`and (${sql.raw(at)}, id) < ((${asked.after.key} || '+00')::timestamptz, ${asked.after.id}::uuid)`
      : sql``
  const some = (at: string, which: SQL) => sql`(select id, ${sql.raw(at)} as at from boxes
    where kind = 'owed' and state in ${left} and ${which} and ${sql.raw(at)} >= ${from} and ${sql.raw(at)} < ${until} ${than(at)}
    order by ${sql.raw(at)} desc, id desc limit ${asked.limit})`
  return sql`select id, ${instantText('at')} as key, (at at time zone ${shop.config.timeZone})::date as left_on,
      row_number() over (order by at desc, id desc) as place
    from (${some('shipped_at', sql`shipped_at is not null`)} union all
      ${some('coalesce(delivered_at, updated_at)', sql`shipped_at is null`)}) found
    order by at desc, id desc limit ${asked.limit}`
})

const belt = boxRows(
  ['drop', 'name', 'belt', 'fit', 'taste'],
  (_, asked) => sql`
  select s.box_id as id, '' as key, null::date as left_on, row_number() over (order by s.box_id) as place
  from box_feedback s join boxes b on b.id = s.box_id
  where ${isId(asked.of) ? sql`b.product_id = ${asked.of}::uuid` : sql`false`} ${asked.by ? sql`and ${asked.by} in (s.fit, s.taste)` : sql``}
    ${asked.after ? sql`and s.box_id > ${asked.after.id}::uuid` : sql``}
  order by s.box_id limit ${asked.limit}`,
)

const published = sql`(select max(number) from quiz_versions where state in ${quizState.list('published')})`

/** Counts per day and step; there are no individual rows behind them. `of`: a traffic source; '': everyone. */
const funnel: FigureRows = {
  columns: [column('Day', 'day'), column('Step'), column('Came by'), column('Reached', 'count')],
  async read(shop, { of, by, after: last, limit }) {
    const { from, to } = lately(shop)
    const rows = await rowsOf<{ day: string; step: number; count: number }>(
      shop.db,
      sql`select day::text as day, step, sum(count)::int as count from ${of ? sql`quiz_sources` : sql`quiz_funnel`}
        where day between ${from} and ${to} and version = ${published} ${of ? sql`and ${sourceName} = ${of}` : sql``}
          ${by ? sql`and step::text = ${by}` : sql``}
          ${last ? sql`and (day, -step) < (${last.key}::date, -(${last.id}::int))` : sql``}
        group by day, step order by day desc, step limit ${limit}`,
    )
    return rows.map(({ day, step, count }) => ({
      ...{ id: String(step), key: day, to: null },
      cells: [day, funnelStepLabels[step - 1] ?? '', of || 'Any way', count],
    }))
  },
}

const newsletter: FigureRows = {
  columns: [column('Email'), column('Name'), column('Came by'), column('Day', 'day')],
  async read(shop, { of, by, after: last, limit }) {
    const { from, until } = monthOf(shop, of)
    const at = by === 'left' ? 'unsubscribed_at' : 'subscribed_at'
    const rows = await rowsOf<
      Record<'id' | 'key' | 'email' | 'day', string> & { name: string | null; source: string | null }
    >(
      shop.db,
      sql`select id::text as id, ${instantText(at)} as key, email, name, source,
          to_char(${sql.raw(at)} at time zone ${shop.config.timeZone}, 'YYYY-MM-DD') as day
        from newsletter_subscribers where ${sql.raw(at)} >= ${from} and ${sql.raw(at)} < ${until}
          ${last ? sql`and (${sql.raw(at)}, id) < ((${last.key} || '+00')::timestamptz, ${last.id}::uuid)` : sql``}
        order by ${sql.raw(at)} desc, id desc limit ${limit}`,
    )
    return rows.map(({ id, key, email, name, source, day }) => ({
      ...{ id, key, to: null },
      cells: [email, name, source, day],
    }))
  },
}

/** Figures that count orders, boxes, feedback and visits. */
export const shopRows = { orders, owed, boxes, recognized, belt, funnel, newsletter } as const
