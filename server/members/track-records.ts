import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/database.ts'
import { exchangeState, refundStatus } from '../../db/schema/states.ts'
import {
  type RecordPart,
  recordParts,
  type TrackRecord,
  usualRecordLimits,
} from '../../domain/track-record.ts'
import { readSetting } from '../settings/settings.ts'
import type { Shop } from '../shop/shop.ts'

/** People to look up, each by a key of the caller's and some of their mailboxes, normalized. */
export type Asked = { key: string; emails: string[] }

/**
 * What became of the belts that these people bought, pay for or wear, joined mailboxes included, as one line each, by key:
 * whoever ships, refunds or credits sees it. One statement, however many people.
 */
export async function trackRecords(shop: Shop, people: Asked[]): Promise<Map<string, RecordPart[]>> {
  if (people.length === 0) return new Map()
  const limits = (await readSetting(shop, 'desk'))?.recordLimits ?? usualRecordLimits
  const rows = await rowsOf<TrackRecord & { key: string }>(
    shop.db,
    sql`select g.key, cardinality(them.boxes) as addresses, money.*, belts.*
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as g(key text, emails jsonb)
      cross join lateral (select array(
          with typed as (select coalesce(o.first_email, e.email) as email
            from jsonb_array_elements_text(g.emails) as e(email) left join other_mailboxes o on o.email = e.email)
          select email from typed union select o.email from other_mailboxes o join typed t on o.first_email = t.email
        ) as boxes offset 0) them
      cross join lateral (select array(
          select id from memberships where payer_email = any(them.boxes)
          union select id from memberships where member_email = any(them.boxes)
          union select m.id from orders o join order_items i on i.order_id = o.id join memberships m on m.order_item_id = i.id
            where md5(lower(trim(o.purchaser_email))) = any(array(select md5(b) from unnest(them.boxes) b))
        ) as memberships offset 0) have
      cross join lateral (select
          (coalesce((select sum(p.amount + p.tax) from membership_payments p where p.membership_id = any(have.memberships)), 0) * 100)::float8 as "paidCents",
          (coalesce((select sum(r.amount + r.tax) from membership_payments p join refunds r on r.payment_id = p.id
            where p.membership_id = any(have.memberships) and r.status not in ${refundStatus.list('failed')}), 0) * 100)::float8 as "refundedCents",
          (coalesce((select sum(s.amount) from store_credit s join people w on w.id = s.person_id
            where w.key = any(array(select 'email:' || b from unnest(them.boxes) b)) and s.amount > 0 and s.reason in ('return', 'staff')), 0) * 100)::float8 as "creditCents",
          (select count(distinct d.id)::int from membership_payments p join disputes d on d.intent_id = p.intent_id
            where p.membership_id = any(have.memberships)) as disputes) money
      cross join lateral (select coalesce(sum(e.claims), 0)::int as claims,
          (count(*) filter (where b.trouble = 'lost' or e.lost > 0))::int as lost
        from boxes b cross join lateral (select count(*) as claims, count(*) filter (where x.kind = 'lost') as lost
          from exchanges x where x.box_id = b.id and x.kind in ('damaged', 'lost') and x.state not in ${exchangeState.list('cancelled')}) e
        where b.membership_id = any(have.memberships)) belts`,
  )
  return new Map(rows.map(({ key, ...record }) => [key, recordParts(record, limits)]))
}
