import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { workerLooks } from '../../db/schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { type Shop, shopDay } from '../shop/shop.ts'

/** Milliseconds without a round of any worker after which the shop has been away. */
const away = 60 * 60_000
/** Milliseconds for which people then have time to say what happened meanwhile. */
const settlesIn = 24 * 60 * 60_000

/** The rows of `worker_looks`: the last round of any worker, and the first one after a break. */
const [round, comeback] = ['a round', 'the first round after a break']

/** Notes that the shop works, and whether it was away before: stopped for long, or restored from a backup. */
export async function noteRound(shop: Shop): Promise<void> {
  const [now, day] = [shop.now(), shopDay(shop)]
  const looked = sql`on conflict (part) do update set day = excluded.day, looked_at = excluded.looked_at`
  const at = (milliseconds: number) =>
    sql`${new Date(now.getTime() - milliseconds).toISOString()}::timestamptz`
  await shop.db.execute(sql`insert into worker_looks (part, day, looked_at)
    select ${comeback}, ${day}::date, ${at(0)} from worker_looks where part = ${round} and looked_at < ${at(away)} ${looked}`)
  await shop.db.execute(sql`insert into worker_looks (part, day, looked_at)
    values (${round}, ${day}::date, ${at(0)}) ${looked}`)
}

/**
 * Whether the shop was away until a short time ago. It then doesn't know what people did meanwhile, such as ship a belt or
 * answer an email, so what it would do because they were silent has to wait.
 */
export async function isJustBack(shop: Shop): Promise<boolean> {
  const at = (milliseconds: number) => new Date(shop.now().getTime() + milliseconds)
  const { part, lookedAt } = workerLooks
  // A time in the future means the clock was set back since.
  const isRecent = and(eq(part, comeback), gt(lookedAt, at(-settlesIn)), lt(lookedAt, at(away)))
  return (await shop.db.$count(workerLooks, isRecent)) > 0
}

/** The day on which the shop was last back after a break; null: it was never away. */
export async function lastBackOn(shop: Shop): Promise<CalendarDate | null> {
  const [row] = await shop.db.select().from(workerLooks).where(eq(workerLooks.part, comeback))
  return row?.day ?? null
}
