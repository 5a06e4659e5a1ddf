import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { insertMembers } from '../test/many-members.ts'

/** So many members in California who pay by the month and are charged in five days; each has a subscription, `sub_1` and so on. */
export async function insertRenewals(db: Database, count: number) {
  await insertMembers(db, { count, drop: new Date().toISOString().slice(0, 7), months: 0 })
  await db.execute(sql`
    update memberships m set payer_email = 'member' || n || '@example.com', member_email = 'member' || n || '@example.com',
      stripe_subscription_id = 'sub_' || n, customer_id = 'cus_' || n, paid_until = current_date + 5,
      address = m.address || '{"state": "CA", "city": "Los Angeles", "zipCode": "90012"}'
    from (select id, row_number() over (order by id) as n from memberships) numbered where numbered.id = m.id`)
  await db.execute(sql`update order_items set preferences = '{"planId": "monthly", "recipientType": "self"}'`)
  await db.execute(sql`vacuum analyze`)
}
