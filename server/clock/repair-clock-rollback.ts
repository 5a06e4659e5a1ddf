import { sql } from 'drizzle-orm'
import { checkoutStatus, curationState } from '../../db/schema/states.ts'
import { unfinishedCheckouts } from '../../domain/checkout-status.ts'
import type { Shop } from '../shop/shop.ts'

/** Milliseconds that the clocks of several machines may differ. */
const skew = 60_000
/** Longest wait of a failed email or event, in milliseconds (drain-outbox.ts, handle-events.ts). */
const longestPause = 60 * 60_000
/** Longest time until a session used just now expires, in milliseconds (session-token.ts, member-session.ts). */
const longest = { staff: 12 * 60 * 60_000, member: 90 * 24 * 60 * 60_000 }

/**
 * Repairs times in the future after the clock ran ahead and was corrected, by setting them to now. Otherwise emails and
 * repairs would wait, and locks, leases and sessions would last, until the clock gets there again. Times meant for later,
 * such as a gift's announcement, are kept. So is that of the email that a gift's belt has shipped: it waits for the day the
 * giver chose, which doesn't come from our clock. See docs/decisions/028-clock-jumps.md.
 */
export async function repairClockRollback(shop: Shop): Promise<void> {
  const at = (ahead: number) => sql`${new Date(shop.now().getTime() + ahead).toISOString()}::timestamptz`
  const [now, soon, nextTry] = [at(0), at(skew), at(longestPause + skew)]
  const statements = [
    sql`update outbox set created_at = least(created_at, ${now}), run_at = case
        when attempts > 0 or run_at <= created_at then ${now}
        when kind = 'box-shipped' then run_at
        else run_at - (created_at - least(created_at, ${now})) end
      where sent_at is null and run_at > ${soon} and (created_at > ${soon} or (attempts > 0 and run_at > ${nextTry}))`,
    sql`update payment_events set run_at = ${now}
      where handled_at is null and run_at > case when attempts > 0 then ${nextTry} else ${soon} end`,
    sql`update checkouts set created_at = least(created_at, ${now}), checked_at = null
      where status in ${checkoutStatus.list(...unfinishedCheckouts)} and (created_at > ${soon} or checked_at > ${soon})`,
    sql`update login_attempts set created_at = ${now} where created_at > ${soon}`,
    sql`update curation_runs set seen_at = ${now} where state in ${curationState.list('running')} and seen_at > ${soon}`,
    sql`update sessions set created_at = least(created_at, ${now}), last_seen_at = least(last_seen_at, ${now}),
        rotated_at = least(rotated_at, ${now}), previous_ends_at = least(previous_ends_at, ${soon}),
        expires_at = least(expires_at, ${at(longest.staff)})
      where last_seen_at > ${soon} or rotated_at > ${soon} or expires_at > ${at(longest.staff + skew)}`,
    sql`update account_sessions set created_at = least(created_at, ${now}), last_seen_at = least(last_seen_at, ${now}),
        expires_at = ${at(longest.member)}
      where expires_at > ${at(longest.member + skew)}`,
  ]
  // Together, because it is asked every few minutes and hardly ever finds anything.
  const parts = statements.map((statement, place) => sql`${sql.raw(`repaired${place}`)} as (${statement})`)
  await shop.db.execute(sql`with ${sql.join(parts, sql`, `)} select 1`)
}
