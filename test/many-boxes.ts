import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { insertOrders } from './many-orders.ts'

/**
 * Inserts this many members, each with one box in a drop, generated in the database from orders (many-orders.ts). Every
 * third is a gift its recipient knows about. Three need the owner: 9 has no size, 11 no city, 13 wants a belt that is out
 * of stock.
 * @param yesterday YYYY-MM-DD
 */
export async function insertBoxes(db: Database, count: number, drop: string, yesterday: string) {
  await insertOrders(db, count, new Date(`${yesterday}T12:00:00Z`))
  await db.execute(sql`
    create temporary table fresh_items as
    select i.id as item_id, replace(substr(o.order_number, 4), '-', '')::int as n, s.recipient_name as name,
      o.recipient_type = 'gift' as is_gift
    from orders o join order_items i on i.order_id = o.id and i.position = 0 join shipping_info s on s.order_item_id = i.id`)
  await db.execute(sql`
    update order_items i set preferences = i.preferences || jsonb_build_object('giftDetails', jsonb_build_object(
      'senderName', 'Maya Ellison', 'senderEmail', 'buyer' || n || '@example.com', 'recipientEmail', 'wearer' || n || '@example.com',
      'emailDate', ${yesterday}::text || 'T00:00:00.000Z', 'giftMessage', 'Happy birthday.' || chr(10) || 'Wear it well.'))
    from fresh_items f where f.item_id = i.id and f.is_gift`)
  await db.execute(
    sql`insert into people (key) select 'email:wearer' || n || '@example.com' from fresh_items on conflict do nothing`,
  )
  await db.execute(sql`
    insert into memberships (order_item_id, person_id, plan_id, is_gift, renews, paid_until, gender, styles, size, address,
      member_email, payer_email)
    select f.item_id, p.id, 'monthly', f.is_gift, not f.is_gift, (${`${drop}-21`}::date)::text::date,
      case when n % 2 = 1 then 'male' else 'female' end,
      case when n = 13 then '["stretch"]' when n % 4 = 0 then '["dress"]' when n % 4 = 1 then '["casual","dress"]' else '["stretch","casual"]' end::jsonb,
      case when n = 9 then 'Let Recipient Choose' when n = 13 then '44'
        when n % 2 = 1 then (array['34','36','38','40'])[1 + n / 2 % 4] else (array['28','30','32','34'])[1 + n / 2 % 4] end,
      jsonb_build_object('fullName', f.name, 'email', 'wearer' || n || '@example.com', 'address', n || ' Alder Street',
        'city', case when n = 11 then '' else 'Portland' end, 'state', 'OR', 'zipCode', '97209'),
      'wearer' || n || '@example.com', 'buyer' || n || '@example.com'
    from fresh_items f join people p on p.key = 'email:wearer' || n || '@example.com'`)
  await db.execute(sql`
    insert into membership_payments (membership_id, reference, intent_id, amount, box_count, paid_at)
    select id, 'seeded_' || id, 'seeded_' || id, 69.50, 1, created_at from memberships`)
  await db.execute(sql`
    insert into boxes (membership_id, person_id, payment_id, ordinal, drop, value, size)
    select m.id, m.person_id, p.id, 1, ${drop}, 69.50, m.size
    from memberships m join membership_payments p on p.membership_id = m.id`)
  // Their notices were sent yesterday.
  await db.execute(sql`
    insert into outbox (kind, fact, sent_at) select 'gift-notice', id::text, now() from memberships where is_gift`)
  await db.execute(sql`
    update belt_variants v set stock = 0 from products p where p.id = v.product_id and p.style = 'stretch' and v.size = '44'`)
  await db.execute(sql`drop table fresh_items`)
}
