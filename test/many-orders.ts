import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'

/**
 * Inserts this many orders, generated in the database, one per minute before `newest`: every third a gift, with repeating
 * names and addresses, the statuses of an old shop, and two items in every tenth. The order triggers run as for any other
 * order.
 */
export async function insertOrders(db: Database | Transaction, count: number, newest: Date) {
  const step = 100_000
  for (let first = 1; first <= count; first += step) {
    const last = Math.min(count, first + step - 1)
    await insertSome(db, first, last, newest)
  }
}

async function insertSome(db: Database | Transaction, first: number, last: number, newest: Date) {
  const names = sql`(array['Maya','Thomas','Lena','Paul','Amira','Tobias','Helen','Marco','Dana','Jonas'])[1 + n % 10]`
  const surnames = sql`(array['Ellison','Okafor','Fritz','Saito','Nguyen','Berg','Weston','Ruiz','Adler','Quill','Marsh'])[1 + n % 11]`
  await db.execute(sql`
    create temporary table fresh_orders as select gen_random_uuid() as id, gen_random_uuid() as item_id, n,
      ${names} || ' ' || ${surnames} || ' ' || n / 1000 as name, n % 3 = 0 as is_gift,
      ${newest.toISOString()}::timestamptz - n * interval '1 minute' as created_at,
      (array['monthly','6-months','12-months'])[1 + n / 3 % 3] as plan
    from generate_series(${sql.raw(String(first))}, ${sql.raw(String(last))}) as n`)
  await db.execute(sql`
    insert into orders (id, order_number, status, subtotal_amount, total_amount, purchaser_email, recipient_type,
      gift_recipient_name, created_at, updated_at)
    select id, 'BC-' || lpad((n / 10000)::text, 4, '0') || '-' || lpad((n % 10000)::text, 4, '0'),
      case when n < 500 then 'pending' when n < 2000 then 'processing' when n < 20000 then 'shipped'
        when n % 97 = 0 then 'cancelled' else 'delivered' end,
      69.50, 69.50, 'buyer' || n || '@example.com', case when is_gift then 'gift' else 'self' end,
      case when is_gift then name end, created_at, created_at
    from fresh_orders`)
  await db.execute(sql`
    insert into order_items (id, order_id, price, preferences, position)
    select item_id, id, 69.50, jsonb_build_object('planId', plan, 'recipientType', case when is_gift then 'gift' else 'self' end), 0
    from fresh_orders`)
  await db.execute(sql`
    insert into order_items (order_id, price, preferences, position)
    select id, 0, jsonb_build_object('planId', 'monthly', 'recipientType', 'self'), 1 from fresh_orders where n % 10 = 0`)
  await db.execute(sql`
    insert into shipping_info (order_id, order_item_id, recipient_name, email, address_line1, city, state, zip_code)
    select id, item_id, name, 'buyer' || n || '@example.com', n || ' Alder Street', 'Portland', 'OR', '97209'
    from fresh_orders`)
  await db.execute(sql`drop table fresh_orders`)
}
