import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { insertMembers } from '../test/many-members.ts'

/** Cents per month, and California's tax on them. */
const [price, tax] = [6_950, 504]

/**
 * Inserts this many members in California who pay monthly, are charged in five days and have received all their belts.
 * Each has a subscription: `sub_1` and so on.
 */
export async function insertRenewals(db: Database, count: number) {
  await db.transaction(async (tx) => {
    // Triggers maintain searches and sums, which nobody reads here, and would take nine tenths of the time.
    await tx.execute(sql`set local session_replication_role = replica`)
    await insertMembers(tx, { count, drop: new Date().toISOString().slice(0, 7), months: 0 })
    await tx.execute(sql`
    update memberships m set payer_email = 'member' || n || '@example.com', member_email = 'member' || n || '@example.com',
      stripe_subscription_id = 'sub_' || n, customer_id = 'cus_' || n, paid_until = current_date + 5,
      address = m.address || '{"state": "CA", "city": "Los Angeles", "zipCode": "90012"}'
    from (select id, row_number() over (order by id) as n from memberships) numbered where numbered.id = m.id`)
    await tx.execute(sql`update orders set purchaser_email = 'buyer-' || order_number || '@example.com'`)
    // As the demo provider knows them: a notice states what will be charged there.
    await tx.execute(sql`insert into demo_subscriptions (id, idempotency_key, customer_id, plan_id, checkout_id, amount_cents,
        tax_cents, next_charge_on)
      select stripe_subscription_id, id, customer_id, plan_id, id, ${price}, ${tax}, paid_until from memberships`)
    // Otherwise the worker would choose belts and send notices about delays in the meantime.
    await tx.execute(
      sql`update boxes set state = 'delivered', packed_at = now(), shipped_at = now(), delivered_at = now()`,
    )
    await tx.execute(
      sql`update order_items set preferences = '{"planId": "monthly", "recipientType": "self"}'`,
    )
  })
  await db.execute(sql`vacuum analyze`)
}
