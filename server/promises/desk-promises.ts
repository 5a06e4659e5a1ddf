import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/rows.ts'
import { boxState, letterState, subscriberStatus } from '../../db/schema/states.ts'
import { stateName } from '../../domain/address.ts'
import { unpackedStates } from '../../domain/box.ts'
import { addDays, type CalendarDate, instantAt } from '../../domain/calendar-date.ts'
import { dropTitle } from '../../domain/drop.ts'
import { daysOf } from '../../domain/drop-calendar.ts'
import { writtenStates } from '../../domain/letter.ts'
import { openWarnings } from '../books/sales-tax.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { shopDay } from '../ledger/shop-day.ts'
import type { Shop } from '../shop/shop.ts'

/** Rows that are read of a kind of which there should be few. */
const most = 2_000

/** Free pieces of a belt in a size at which it is called low. */
const fewPieces = 2

/** Belts of which hardly a piece is free, in sizes that boxes are being given. */
export async function shortages(shop: Shop) {
  const rows = await rowsOf<{ id: string; name: string; size: string; free: number; dueOn: CalendarDate }>(
    shop.db,
    sql`select v.id::text as id, p.name, v.size, v.stock - b.promised as free, coalesce(d.ship_by, p.drop || '-05') as "dueOn"
      from (select b.product_id, b.size, count(*)::int as promised from boxes b
        where b.product_id is not null and b.packed_at is null and b.state in ${boxState.list(...unpackedStates)} group by 1, 2) b
      join belt_variants v on v.product_id = b.product_id and v.size = b.size and v.stock - b.promised <= ${fewPieces}
      join products p on p.id = v.product_id left join drops d on d.drop = p.drop
      order by 5, p.name limit ${most}`,
  )
  return rows.map(({ id, name, size, free, dueOn }) => ({
    id,
    what:
      free < 0
        ? `${name}, size ${size}: ${-free} short of what boxes were promised`
        : `${name}, size ${size}: ${free === 0 ? 'none' : free} left`,
    ...{ dueOn, dueAt: null, since: shopDay(shop), person: null },
    act: { label: 'Stock', to: '/admin/belts/stock' },
  }))
}

/** States into which so much was shipped that the shop may have to collect their tax. */
export async function thresholds(shop: Shop) {
  return (await openWarnings(shop)).map(({ state, level, warnedOn }) => ({
    id: state,
    what:
      level >= 100
        ? `${stateName(state)}: the sales tax threshold is reached, and no tax is collected`
        : `${stateName(state)}: ${level} % of the sales tax threshold is reached`,
    ...{ dueOn: warnedOn, dueAt: null, since: warnedOn, person: null },
    act: { label: 'Sales tax', to: '/admin/sales-tax' },
  }))
}

/**
 * "One letter a month, with the drop": this month's, by the day on which its boxes ship, while somebody waits for it and it
 * has no day of its own; and one that stopped, until a person says how it goes on.
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
        what: `The letter of ${dropTitle(of)} is stopped: ${why ?? ''}`,
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
  // Whoever came after its day waits for the next one.
  const day = instantAt(addDays(shipBy, 1), 0, shop.config.timeZone).toISOString()
  const [reader] = await rowsOf(
    shop.db,
    sql`select 1 from newsletter_subscribers where status in ${subscriberStatus.list('active')} and confirmed_at < ${day}::timestamptz limit 1`,
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
