import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../db/database.ts'
import { insertOrders } from '../test/many-orders.ts'
import { insertAdmin } from './insert-admin.ts'
import { insertClub } from './insert-club.ts'

const tables =
  `orders order_items shipping_info order_words people memberships membership_payments boxes outbox
  audit_log contact_messages newsletter_subscribers exchanges`.split(/\s+/)

/**
 * Fills an admin with this many orders, in a shop without any. Triggers are disabled; what they would have stored is
 * written once at the end, and the indexes that enforce nothing are built after the data is in.
 */
export async function fillAdmin(db: Database, orders: number, newest: Date) {
  await db.transaction(async (tx) => {
    for (const setting of [
      'session_replication_role = replica',
      `work_mem = '128MB'`,
      `maintenance_work_mem = '512MB'`,
    ])
      await tx.execute(sql.raw(`set local ${setting}`))
    const indexes = await rowsOf<{ name: string; definition: string; isOfWords: boolean }>(
      tx,
      sql`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition,
          indrelid = 'order_words'::regclass as "isOfWords"
        from pg_index where indrelid::regclass::text in ${tables} and not indisunique and not indisexclusion`,
    )
    const build = async (isOfWords: boolean) => {
      for (const index of indexes)
        if (index.isOfWords === isOfWords) await tx.execute(sql.raw(index.definition))
    }
    for (const { name } of indexes) await tx.execute(sql.raw(`drop index ${name}`))
    await insertOrders(tx, orders, newest)
    await insertClub(tx, newest)
    await insertAdmin(tx, orders, newest)
    await build(false)
    // What triggers would have stored. In id order, because the key starts with it.
    for (const table of ['orders', 'order_items', 'shipping_info'])
      await tx.execute(sql.raw(`analyze ${table}`))
    await tx.execute(sql`insert into order_words (order_id, word, created_at)
      select w.order_id, w.word, w.created_at from order_words_of(array(select id from orders order by id)) w order by w.order_id`)
    await tx.execute(sql`update order_counts set orders = n, gifts = g
      from (select count(*) as n, count(*) filter (where recipient_type = 'gift') as g from orders) o where slot = 0`)
    await build(true)
  })
  await db.execute(sql`vacuum analyze`)
}
