import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/database.ts'
import { letterState } from '../../db/schema/states.ts'
import type { Shop } from '../shop/shop.ts'
import { type Loop, startLoop } from './loop.ts'
import { doneElsewhere } from './watchdog.ts'

/** Milliseconds between two looks while something is due: another process may hold it, or a letter leaves bit by bit. */
const soon = 2_000
/** Milliseconds between two looks at most: a process that has died, or the terminal, may have left work. */
export const lookEvery = 20_000

type Queue = 'outbox' | 'events' | 'letters'
type Lookout = {
  loops: Record<Queue, { all: Loop[]; wake(): void }>
  goesOn: () => boolean
  /** runs a look as a round of the outbox, with its limits */
  attempt(work: () => Promise<unknown>): Promise<unknown>
  /** a queue has nothing due, and nobody is working on it: that is a round that ended well */
  isIdle(queue: Queue): void
}

/**
 * Wakes the loops of the queues when something in them is due, by one statement for all: an idle process asks three times a
 * minute instead of two hundred times. Work that this process adds wakes its loop at once (`wakeWorker`). NOTIFY would say a
 * little sooner what others add, but makes purchases wait for each other when they commit.
 */
export function startLookout(shop: Shop, { loops, goesOn, attempt, isIdle }: Lookout): Loop {
  let pause = soon
  return startLoop(
    () => pause,
    goesOn,
    () =>
      attempt(async () => {
        pause = soon
        const now = shop.now().getTime()
        const next = await nextDue(shop)
        const waits = Object.entries(loops).map(([name, { all, wake }]) => {
          const queue = name as Queue
          const wait = next[queue] === null ? lookEvery : next[queue] - now
          if (wait <= 0) wake()
          else if (queue !== 'outbox' && all.every((loop) => loop.isWaiting())) isIdle(queue)
          return wait <= 0 ? soon : wait
        })
        pause = Math.min(lookEvery, ...waits)
        const isOutboxIdle = next.outbox === null || next.outbox > now
        return isOutboxIdle && loops.outbox.all.some((loop) => loop.isWaiting()) ? undefined : doneElsewhere
      }),
  )
}

/** When the next of each queue is due, in milliseconds since 1970; null: nothing waits. */
export async function nextDue(shop: Shop): Promise<Record<Queue, number | null>> {
  const at = (when: ReturnType<typeof sql>) => sql`extract(epoch from ${when})::float8 * 1000`
  const [row] = await rowsOf<Record<Queue, number | null>>(
    shop.db,
    sql`select ${at(sql`(select min(o.run_at) from (values (0), (1), (2), (3)) p(priority) cross join lateral (
          select run_at from outbox where sent_at is null and priority = p.priority order by run_at limit 1) o)`)} as outbox,
      ${at(sql`(select min(run_at) from payment_events where handled_at is null)`)} as events,
      ${at(sql`(select min(case when state in ${letterState.list('sending')} then coalesce(send_at, '-infinity') else send_at end)
          from letters where state in ${letterState.list('sending', 'scheduled')})`)} as letters`,
  )
  return row!
}
