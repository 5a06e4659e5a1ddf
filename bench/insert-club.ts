import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'

/**
 * Orders within this time before `newest` have all their boxes; older ones have one, which keeps the bench under half an
 * hour.
 */
const whole = sql.raw(`interval '200000 minutes'`)

/**
 * Inserts what the orders of test/many-orders.ts became: a person, a membership, a payment, boxes and emails for each;
 * recipients of every tenth gift have chosen nothing. Rows use the ids of their items. Foreign keys aren't checked,
 * because the rows are correct by construction.
 */
export async function insertClub(db: Database | Transaction, newest: Date) {
  const now = sql`${newest.toISOString()}::timestamptz`
  const bought = sql`(select i.id, s.recipient_name, o.id as order_id, o.created_at, o.recipient_type = 'gift' as is_gift, o.purchaser_email,
    o.order_number like '%7' as is_unchosen, i.preferences ->> 'planId' as plan, o.created_at > ${now} - interval '300 days' as is_active
    from orders o join order_items i on i.order_id = o.id and i.position = 0 join shipping_info s on s.order_item_id = i.id)`
  const count = sql`case b.plan when 'monthly' then 1 when '6-months' then 6 else 12 end`
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`insert into people (id, key) select id, 'person:' || id from ${bought} b`)
    await tx.execute(sql`
      insert into memberships (id, order_item_id, person_id, plan_id, is_gift, is_notice_written, is_reminded, renews, status, paid_until, gender, styles,
        size, address, member_email, payer_email, created_at, updated_at)
      select id, id, id, plan, is_gift, is_gift, is_gift and is_unchosen, is_active and not is_gift, case when is_active then 'active' else 'ended' end,
        (b.created_at + ${count} * interval '1 month')::date + 400, 'male', case when is_gift and is_unchosen then '["Let Recipient Pick"]' else '["dress"]' end::jsonb, '36',
        jsonb_build_object('fullName', recipient_name, 'city', 'Portland', 'state', 'OR', 'zipCode', '97209'), purchaser_email, purchaser_email, b.created_at, b.created_at
      from ${bought} b`)
    await tx.execute(sql`
      insert into membership_payments (id, membership_id, reference, amount, box_count, paid_at)
      select id, id, id::text, case plan when 'monthly' then 69.50 when '6-months' then 357 else 594 end, ${count}, b.created_at
      from ${bought} b`)
    await tx.execute(sql`
      insert into boxes (membership_id, person_id, payment_id, ordinal, drop, state, shipped_at, value)
      select b.id, b.id, b.id, n, d.drop, case when d.drop <= to_char(${now}, 'YYYY-MM') then 'shipped' else 'owed' end,
        case when d.drop <= to_char(${now}, 'YYYY-MM') then (d.drop || '-15T15:00:00Z')::timestamptz end, 49.50
      from ${bought} b
      cross join lateral generate_series(1, case when b.created_at > ${now} - ${whole} then ${count} else 1 end) n
      cross join lateral (select to_char(b.created_at + n * interval '1 month', 'YYYY-MM') as drop) d`)
    // What triggers would have stored.
    await tx.execute(sql`insert into box_counts (drop, kind, state, boxes, value)
      select drop, kind, state, count(*), sum(value) from boxes group by 1, 2, 3`)
    await tx.execute(sql`insert into changed_memberships (membership_id) select id from memberships`)
    await tx.execute(sql`update orders set is_paid = true where created_at > ${now} - interval '4 days'`)
    await tx.execute(sql`
      insert into outbox (kind, fact, run_at, attempts, sent_at, created_at)
      select kind, fact, b.created_at, 1, b.created_at, b.created_at from ${bought} b
      cross join lateral (values ('order-confirmation', order_id::text, true), ('gift-notice', b.id::text, is_gift),
        ('gift-reminder-3', b.id::text, is_gift and is_unchosen), ('gift-reminder-10', b.id::text, is_gift and is_unchosen)) o(kind, fact, is_theirs)
      where is_theirs`)
  })
}
