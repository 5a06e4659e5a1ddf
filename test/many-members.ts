import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import type { Drop } from '../domain/drop.ts'

type Members = {
  count: number
  /** the month in which each has a box waiting for its belt */
  drop: Drop
  /** months before it in which everyone was sent one of that month's belts, if there was one */
  months: number
}

/**
 * Inserts this many members, generated in the database: both genders, all sizes and all sets of styles, with their
 * history. Every fiftieth shares the previous one's person, who then has two memberships.
 */
export async function insertMembers(db: Database | Transaction, members: Members): Promise<void> {
  // A temporary table belongs to its connection.
  await db.transaction((tx) => insertOnOne(tx, members))
}

async function insertOnOne(db: Transaction, { count, drop, months }: Members) {
  await db.execute(sql`
    create temporary table fresh as select n, gen_random_uuid() as item_id, gen_random_uuid() as order_id,
      gen_random_uuid() as membership_id, gen_random_uuid() as payment_id,
      n - case when n % 50 = 0 then 1 else 0 end as person, hashint4(n) & 1023 as lot,
      case when hashint4(n) & 1 = 0 then 'male' else 'female' end as gender
    from generate_series(1, ${sql.raw(String(count))}) as n`)
  await db.execute(sql`alter table fresh add person_id uuid, add size text, add styles jsonb`)
  await db.execute(sql`
    insert into people (key) select 'email:member' || n || '@example.com' from fresh where n = person on conflict do nothing`)
  await db.execute(sql`
    update fresh set person_id = people.id,
      size = (case when gender = 'male' then 32 else 26 end + 2 * (lot / 2 % 7))::text,
      styles = (array['["dress"]', '["casual"]', '["stretch"]', '["dress","casual"]', '["casual","stretch"]',
        '["dress","stretch"]', '["dress","casual","stretch"]', '["Let Recipient Pick"]'])[1 + lot / 14 % 8]::jsonb
    from people where people.key = 'email:member' || person || '@example.com'`)
  await db.execute(sql`
    insert into orders (id, order_number, status, subtotal_amount, total_amount, recipient_type)
    select order_id, 'BM-' || n, 'processing', 69.50, 69.50, 'self' from fresh`)
  await db.execute(sql`
    insert into order_items (id, order_id, price, preferences, position) select item_id, order_id, 69.50, '{}', 0 from fresh`)
  await db.execute(sql`
    insert into memberships (id, order_item_id, person_id, plan_id, is_gift, renews, paid_until, gender, styles, size,
      address, member_email)
    select membership_id, item_id, person_id, 'monthly', false, true, ${`${drop}-01`}, gender, styles, size,
      jsonb_build_object('fullName', 'Member ' || n, 'address', n || ' Alder Street', 'city', 'Portland', 'state', 'OR',
        'zipCode', '97209'), 'member' || person || '@example.com'
    from fresh`)
  await db.execute(sql`
    insert into membership_payments (id, membership_id, reference, amount, box_count, paid_at)
    select payment_id, membership_id, 'many-' || n, 69.50, 1, ${`${drop}-01`}::timestamptz - interval '20 days' from fresh`)
  if (months > 0) await insertHistory(db, drop, months)
  await db.execute(sql`
    insert into boxes (membership_id, person_id, payment_id, ordinal, drop, value, size)
    select membership_id, person_id, payment_id, 1000, ${drop}, 69.50, size from fresh`)
  await db.execute(sql`drop table fresh`)
}

// Each month one of its drop's belts; if a person has two boxes, two different ones.
async function insertHistory(db: Transaction, drop: Drop, months: number) {
  // All references are valid by construction; checking them row by row would take most of the time.
  await db.execute(sql`set local session_replication_role = replica`)
  await db.execute(sql`
    insert into boxes (membership_id, person_id, payment_id, ordinal, drop, state, value, size, product_id, packed_at, shipped_at, delivered_at)
    select f.membership_id, f.person_id, f.payment_id, back, belt.drop, 'delivered', 69.50, f.size, belt.id, sent, sent, sent
    from generate_series(1, ${sql.raw(String(months))}) as back
    cross join fresh f
    cross join lateral (select to_char(${`${drop}-01`}::date - make_interval(months => back), 'YYYY-MM') as drop) as month
    cross join lateral (select (month.drop || '-05')::timestamptz as sent) as day
    join (select id, drop, gender, style, row_number() over (partition by drop, gender order by sku) - 1 as place,
        count(*) over (partition by drop, gender) as belts from products) as belt
      on belt.drop = month.drop and belt.gender = f.gender and belt.place = (f.person * 7 + f.n - f.person + back) % belt.belts`)
  await db.execute(sql`set local session_replication_role = origin`)
  // What triggers would have kept.
  await db.execute(sql`select settle_history(array(select distinct person_id from fresh))`)
}
