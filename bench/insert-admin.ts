import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'

/**
 * Inserts the admin's other data around the orders of test/many-orders.ts: for every ten orders, ten audit log lines, two
 * messages (60 of them waiting) and three newsletter subscribers; and an exchange for every twentieth order (40 of them
 * open).
 */
export async function insertAdmin(db: Database | Transaction, orders: number, newest: Date) {
  const now = sql`${newest.toISOString()}::timestamptz`
  const upTo = (count: number) => sql`generate_series(1, ${sql.raw(String(Math.round(count)))}) as n`
  const names = sql`(array['Maya','Thomas','Lena','Paul','Amira','Tobias'])[1 + n % 6] || ' ' || (array['Ellison','Okafor','Fritz','Saito','Nguyen'])[1 + n % 5]`
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
      insert into audit_log (at, user_id, username, role, action, entity, entity_id, before, after)
      select o.created_at, '00000000-0000-0000-0000-000000000001', 'ana', 'owner', 'order.status', 'orders', o.id::text,
        '{"status": "pending"}', '{"status": "processing"}' from orders o`)
    await tx.execute(sql`
      insert into contact_messages (name, email, subject, category, order_number, message, waiting_since, created_at, answered_at, done_at, version)
      select ${names}, 'buyer' || n || '@example.com', case when n % 3 = 0 then 'Where is my belt?' else 'A question of size ' || n end, 'order',
        case when n % 2 = 0 then 'BC-' || lpad((n / 10000)::text, 4, '0') || '-' || lpad((n % 10000)::text, 4, '0') end,
        repeat('I ordered a belt in October and wonder when it will be here. ', 5), at, at,
        case when n > 60 then at + interval '3 hours' end, case when n > 60 then at + interval '3 hours' end, 0
      from ${upTo(orders / 5)} cross join lateral (select ${now} - n * interval '5 minutes' as at) t`)
    await tx.execute(sql`
      insert into newsletter_subscribers (email, name, status, source, subscribed_at, confirmed_at, mailed_at, token)
      select 'reader' || n || '@example.com', ${names}, case when n % 9 = 0 then 'unsubscribed' else 'active' end, 'footer',
        ${now} - n * interval '3 minutes', case when n % 7 > 0 then ${now} - n * interval '3 minutes' end, ${now} - n * interval '3 minutes', md5(n::text)
      from ${upTo((orders * 3) / 10)}`)
    await tx.execute(sql`
      insert into exchanges (box_id, kind, remedy, state, asked_by, details, expires_at, received_at, settled_at, closed_at, created_at, updated_at)
      select id, 'return', 'refund', case when n < 40 then 'requested' else 'closed' end, 'member', '', at + interval '30 days',
        case when n >= 40 then at end, case when n >= 40 then at end, case when n >= 40 then at end, at, at
      from (select b.id, row_number() over () as n from boxes b where b.state = 'shipped' limit ${Math.round(orders / 20)}) b
        cross join lateral (select ${now} - n * interval '20 minutes' as at) t`)
  })
}
