import { sql } from 'drizzle-orm'
import { insertOrders } from '../test/many-orders.ts'
import { startPostgres } from '../test/postgres.ts'
import { bareShop } from './bare-shop.ts'
import { insertClub } from './insert-club.ts'
import type { Row } from './row.ts'

const count = 40_000
const newest = new Date('2026-11-21T15:00:00Z')
/** The number of members the sizes are computed for, and for how many years they stay. */
const [members, years] = [1_000_000, 3]
/** Rows a member adds per year; an order, its item and its address are added once, boxes and emails every month. */
const aYear: Record<string, number> = { boxes: 12, outbox: 30, membership_payments: 4 }
const once = ['orders', 'order_items', 'shipping_info', 'memberships', 'people', 'checkouts']

/** Bytes per row including indexes, by table, and what a million members would take in three years. */
export async function benchSizes(): Promise<Row[]> {
  const postgres = await startPostgres()
  const { shop, close } = await bareShop(postgres.url('postgres'))
  await insertOrders(shop.db, count, newest)
  await insertClub(shop.db, newest)
  await shop.db.execute(sql`vacuum analyze`)
  const { rows } = (await shop.db.execute(sql`
    select relname as name, n_live_tup::int as rows, pg_total_relation_size(relid)::bigint as bytes,
      pg_indexes_size(relid)::bigint as indexes from pg_stat_user_tables where n_live_tup > 1000 order by bytes desc`)) as {
    rows: { name: string; rows: number; bytes: string; indexes: string }[]
  }
  await close()
  await postgres.stop()
  let total = 0
  const found = rows.map((table) => {
    const each = Number(table.bytes) / table.rows
    const wanted =
      members * (aYear[table.name] ? aYear[table.name]! * years : once.includes(table.name) ? 1 : 0)
    total += each * wanted
    return {
      what: `a row of ${table.name}, bytes with indexes`,
      ours: each.toFixed(0),
      peer: wanted > 0 ? `${(wanted / 1e6).toFixed(0)} million rows for a million members` : 'not counted',
      ratio: wanted > 0 ? `${((each * wanted) / 1e9).toFixed(1)} GB` : '',
      limitedBy: `${Math.round((Number(table.indexes) / Number(table.bytes)) * 100)} % of it indexes`,
    }
  })
  return [
    ...found,
    {
      what: `${members.toLocaleString('en')} members, ${years} years`,
      ours: `${(total / 1e9).toFixed(0)} GB`,
      peer: 'one PostgreSQL server holds terabytes',
      ratio: '',
      limitedBy: 'docs/scaling.md',
    },
  ]
}
