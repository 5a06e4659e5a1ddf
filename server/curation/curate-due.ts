import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/rows.ts'
import { boxState, curationState, dropState } from '../../db/schema/states.ts'
import { unpackedStates } from '../../domain/box.ts'
import { instantAt } from '../../domain/calendar-date.ts'
import { dropsFrom } from '../../domain/curation/forecast.ts'
import { addDrops, type Drop } from '../../domain/drop.ts'
import { ShopError } from '../../domain/errors.ts'
import { shopDay } from '../ledger/shop-day.ts'
import type { Shop } from '../shop/shop.ts'
import { curateDrop } from './curate-drop.ts'
import { RunLost } from './curation-run.ts'
import { isOpen } from './pool.ts'

/** Months around the current one whose drops are checked: a cut-off may be early, and a box up to a year late. */
const around = { before: 12, after: 2 }

type Row = { drop: Drop; cut_off: string | null; curated: string | null; has_new: boolean }

/**
 * Curates each drop once after its cut-off (club-rules.md "Curate"), and again when a new box has arrived since: paid in the
 * last minute but reported later, or held for a size or address that was then given. Every run leaves each box with a belt
 * or held, so a box that is still owed is new. Skips drops the owner has put on hold.
 */
export async function curateDue(shop: Shop): Promise<void> {
  const now = shop.now().getTime()
  const first = addDrops(shopDay(shop).slice(0, 7), -around.before)
  const months = dropsFrom(first, around.before + 1 + around.after)
  const rows = await rowsOf<Row>(
    shop.db,
    sql`select waiting.drop, waiting.has_new, extract(epoch from d.cut_off_at) * 1000 as cut_off,
        (select extract(epoch from max(r.started_at)) * 1000 from curation_runs r
          where r.drop = waiting.drop and r.state in ${curationState.list('done')}) as curated
      from (
        select month as drop,
          exists (select from boxes b where b.drop = month and b.state in ${boxState.list('owed')} and ${isOpen('b')}) as has_new
        from jsonb_array_elements_text(${JSON.stringify(months)}::jsonb) as month
        where exists (select from boxes b where b.drop = month and b.state in ${boxState.list(...unpackedStates)} and ${isOpen('b')})
      ) as waiting
      left join drops d on d.drop = waiting.drop
      where coalesce(d.state, 'open') in ${dropState.list('open', 'curated')} order by waiting.drop`,
  )
  for (const { drop, cut_off, curated, has_new } of rows) {
    const cutOff = cut_off === null ? lastMomentBefore(shop, drop) : Number(cut_off)
    const isDone = curated !== null && Number(curated) > cutOff && !has_new
    if (now > cutOff && !isDone) await unlessBusy(() => curateDrop(shop, { drop, isAutomatic: true }))
  }
}

// The end of the month before (club-rules.md "The calendar").
function lastMomentBefore(shop: Shop, drop: Drop): number {
  return instantAt(`${drop}-01`, 0, shop.config.timeZone).getTime() - 1
}

// The owner or another process is already curating; the next check sees the result.
async function unlessBusy(work: () => Promise<unknown>) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ShopError || error instanceof RunLost)) throw error
  }
}
