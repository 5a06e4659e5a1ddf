import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../../db/database.ts'
import { boxState, exchangeState } from '../../db/schema/states.ts'
import { sentStates } from '../../domain/box.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { undoneExchanges } from '../../domain/exchange.ts'
import { askedFor } from '../../domain/review.ts'
import { wearerOfM } from '../ledger/find-membership.ts'
import { isOptedOut } from '../members/opt-out.ts'
import { type Shop, shopDay } from '../shop/shop.ts'

/** Boxes per statement. */
const batch = 2_000

/**
 * Whether to ask the wearer of box `b` of membership `m` for a review: they have the belt and keep it, haven't reviewed it,
 * and haven't opted out.
 */
const isAskedFor: SQL = sql`b.product_id is not null and b.trouble is null and b.state in ${boxState.list(...sentStates)}
  and ${wearerOfM} is not null
  and not exists (select 1 from exchanges e where e.box_id = b.id and e.state not in ${exchangeState.list(...undoneExchanges)})
  and not exists (select 1 from reviews r where r.person_id = b.person_id and r.product_id = b.product_id)
  and not ${isOptedOut(wearerOfM, 'review-requests')}`

/**
 * Asks the wearers of belts whose review day has come, once per belt and person, and clears the day. A gift its recipient
 * doesn't know of yet keeps its day.
 * @param runAt when the emails are sent
 * @returns how many emails were written
 */
export async function enqueueReviewMails(shop: Shop, runAt: Date): Promise<number> {
  const today = shopDay(shop)
  for (let written = 0; ; ) {
    const [done] = await rowsOf<{ looked: number; written: number }>(
      shop.db,
      sql`with due as materialized (
          select b.id, b.review_on as day from boxes b join memberships m on m.id = b.membership_id
          where b.review_on <= ${today}::date and (not m.is_gift or coalesce(m.notice_on < ${today}::date, true))
          order by b.review_on, b.id limit ${batch} for update of b skip locked
        ), cleared as (
          update boxes b set review_on = null from due where b.id = due.id returning b.id
        ), asked as (
          select distinct on (b.person_id, b.product_id) b.id from due
            join boxes b on b.id = due.id join memberships m on m.id = b.membership_id
          where due.day >= ${addDays(today, -askedFor)}::date and ${isAskedFor}
            and not exists (select 1 from boxes o join outbox t on t.fact = o.id::text and t.kind = 'review-wanted'
              where o.person_id = b.person_id and o.product_id = b.product_id)
          order by b.person_id, b.product_id, b.shipped_at desc
        ), mailed as (
          insert into outbox (kind, fact, run_at, due_at, created_at)
          select 'review-wanted', id::text, ${runAt.toISOString()}::timestamptz, ${runAt.toISOString()}::timestamptz, ${shop.now().toISOString()}::timestamptz
          from asked on conflict (fact, kind, copy) do nothing returning 1
        )
        select (select count(*) from cleared)::int as looked, (select count(*) from mailed)::int as written`,
    )
    written += done!.written
    if (done!.looked < batch) return written
  }
}
