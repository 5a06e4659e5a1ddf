import { sql } from 'drizzle-orm'
import pg from 'pg'
import { insertOrders } from '../test/many-orders.ts'
import { startPostgres } from '../test/postgres.ts'
import { bareShop } from './bare-shop.ts'
import { recordPurchase } from './buy.ts'
import { insertClub } from './insert-club.ts'
import { cutUnique, replay } from './record-sql.ts'
import { atMost, type Row } from './row.ts'

const known = Number(process.env.BENCH_ORDERS ?? 200_000)
/** Purchases until the most used pages are in memory, and those that are measured: what a busy hour writes after a checkpoint. */
const [warmUp, purchases] = [300, 300]
/** What an order's statement may cost: kilobytes of the log, pages written whole to it, and blocks read from disk. */
const [maxLog, maxImages, maxCold] = [60, 7, 4]

/**
 * An order's statement in a filled database on a disk, with fsync and full-page writes: what it writes to the log and reads
 * from disk after a checkpoint.
 */
export async function benchDisk(): Promise<Row[]> {
  // Autovacuum would write at moments of its own.
  const postgres = await startPostgres(['autovacuum=off', 'max_wal_size=4GB', 'checkpoint_timeout=1h'], true)
  const rows = await measureDisk(postgres.url('postgres'))
  await postgres.stop()
  return rows
}

export async function measureDisk(url: string): Promise<Row[]> {
  const { shop, close } = await bareShop(url)
  await insertOrders(shop.db, known, new Date())
  await insertClub(shop.db, new Date())
  await shop.db.execute(sql`vacuum analyze`)
  await close()
  const all = cutUnique((await recordPurchase(url)).flat())
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (let done = 0; done < warmUp; done++) await replay(client, all)
  await client.query('checkpoint')
  const sums = { log: 0, images: 0, cold: 0 }
  for (let done = 0; done < purchases; done++) {
    await replay(client, all, async ({ text }, send) => {
      if (!text.includes('"made_order"')) return send()
      const before = await written(client)
      const result = await send()
      const after = await written(client)
      for (const each of ['log', 'images', 'cold'] as const) sums[each] += after[each] - before[each]
      return result
    })
  }
  await client.end()
  const where = `an order’s statement on a disk with fsync, ${known.toLocaleString('en')} orders in the database`
  const why = 'indexes whose entries come in no order: the number, emails, the provider’s ids, search words'
  return [
    atMost(`${where}: log, kB`, sums.log / purchases / 1_000, maxLog, why),
    atMost(`${where}: pages written whole`, sums.images / purchases, maxImages, why),
    atMost(`${where}: blocks read from disk`, sums.cold / purchases, maxCold, why),
  ]
}

/** What the server has counted so far, including the last statement. */
async function written(client: pg.Client): Promise<{ log: number; images: number; cold: number }> {
  await client.query('select pg_stat_force_next_flush()')
  const { rows } = await client.query(
    `select (select wal_bytes::float8 from pg_stat_wal) as log, (select wal_fpi::float8 from pg_stat_wal) as images,
      (select blks_read::float8 from pg_stat_database where datname = current_database()) as cold`,
  )
  return rows[0]
}
