import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../../db/rows.ts'
import { noticeTime } from '../../domain/notice-time.ts'
import { shopDay } from '../billing/shop-day.ts'
import type { OutboxKind } from '../outbox/renderers.ts'
import type { Shop } from '../shop.ts'

/**
 * Puts one mail for every fact into the outbox that has none of this kind yet, in one statement; several processes may
 * do it at once. It leaves at the hour of notices of this day. A mail that was dropped, because it was not true when
 * its time had come, is written anew: what it says has become true again (a skip taken back, a cancellation undone);
 * one that was given up stays so, for the desk to send again.
 * @param facts a select of one column `fact`; what it leaves out must be what the mail's renderer drops
 * @returns how many were written
 */
export async function writeDue(shop: Shop, kind: OutboxKind, facts: SQL): Promise<number> {
  const now = shop.now()
  const planned = noticeTime(shopDay(shop), shop.config.timeZone)
  const runAt = (planned > now ? planned : now).toISOString()
  const written = await rowsOf(
    shop.db,
    sql`insert into outbox (kind, fact, run_at, created_at)
      select ${kind}, due.fact, ${runAt}::timestamptz, ${now.toISOString()}::timestamptz
      from (${facts}) due
      where not exists (select 1 from outbox o
        where o.fact = due.fact and o.kind = ${kind} and (o.dropped_because is null or o.last_error is not null))
      order by due.fact
      on conflict (fact, kind) do update
        set run_at = excluded.run_at, sent_at = null, dropped_because = null, attempts = 0, last_error = null
        where outbox.dropped_because is not null and outbox.last_error is null
      returning 1`,
  )
  return written.length
}
