import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/database.ts'
import { boxState, exchangeState, isSentBack } from '../../db/schema/states.ts'
import { answerDueAt } from '../../domain/contact.ts'
import { openExchanges, remedyDays } from '../../domain/exchange.ts'
import { isPromised } from '../curation/pool.ts'
import { isAtBank, settleableSince } from '../ledger/disputes.ts'
import { findHolidays } from '../settings/settings.ts'
import type { Shop } from '../shop/shop.ts'

/**
 * Ids of open exchanges whose replacement can't be sent: there are fewer units in stock than promised replacements, or its
 * box was put away. Replacements have priority over a drop's boxes (inventory.ts), older ones first.
 */
export const goneReplacements = sql`(select e.id from exchanges e join boxes w on w.id = e.replacement_box_id
  where e.state in ${exchangeState.list(...openExchanges)} and e.remedy = 'replacement' and w.packed_at is null
    and (w.state not in ${boxState.list('held', 'assigned')} or (
      select count(*) from boxes b where b.product_id = w.product_id and b.size = w.size and b.kind = 'replacement'
        and ${isPromised} and (b.created_at, b.id) <= (w.created_at, w.id)
    ) > coalesce((select v.stock from belt_variants v where v.product_id = w.product_id and v.size = w.size), 0)))`

/** Whether exchange `x` is the shop's to settle: its belt is back or needn't come back, and no bank decides first. */
export const isToSettle = sql`((x.state in ${exchangeState.list('received', 'repaired')}
  or x.state in ${exchangeState.list('requested')} and not ${isSentBack('x')}) and not ${isAtBank})`

/** Counts open exchanges and those past their promised day. */
export async function countExchanges(shop: Shop): Promise<{ open: number; late: number }> {
  const longAgo = new Date(shop.now().getTime() - remedyDays * 24 * 60 * 60_000)
  const waits = sql`(${isToSettle} and ${settleableSince} < ${longAgo.toISOString()}::timestamptz
    or x.state in ${exchangeState.list('claimed')} and x.created_at < ${(await claimsLateSince(shop)).toISOString()}::timestamptz)`
  const [found] = await rowsOf<{ open: number; late: number }>(
    shop.db,
    sql`select count(*)::int as open, (count(*) filter (where ${waits}))::int as late
      from exchanges x where x.state in ${exchangeState.list(...openExchanges)}`,
  )
  return found ?? { open: 0, late: 0 }
}

/** The time before which open claims are late: past the hours the shop promises, not counting holidays. */
async function claimsLateSince(shop: Shop): Promise<Date> {
  const now = shop.now()
  const holidays = await findHolidays(shop)
  const isLate = (createdAt: Date) =>
    answerDueAt({ createdAt, category: 'order' }, holidays, shop.config.timeZone) < now
  const anHour = 3_600_000
  let since = new Date(now.getTime() - 12 * anHour)
  while (!isLate(new Date(since.getTime() - 1))) since = new Date(since.getTime() - anHour)
  return since
}
