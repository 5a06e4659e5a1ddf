import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { alarms, workerLooks, workerProcesses, workerRounds } from '../../db/schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { type Shop, shopDay } from '../shop/shop.ts'

/** Milliseconds without a round of any worker after which the shop has been away. */
const away = 60 * 60_000
/** Milliseconds away after which it was away for long: people missed a day of reminders and of links that work. */
const long = 24 * 60 * 60_000
/**
 * The longest time in milliseconds people have afterwards to say what happened meanwhile. It's half of the break, so that a
 * shop which is off every night isn't always just back.
 */
const settlesIn = 24 * 60 * 60_000

/** The rows of `worker_looks`: the last round of any worker, when silence counts again, the first round after a long break. */
const [round, settled, comeback] = ['a round', 'silence counts again', 'the first round after a break']

/** Notes that the shop works, and whether it was away before: stopped for long, or restored from a backup. */
export async function noteRound(shop: Shop): Promise<void> {
  const [now, day] = [shop.now(), sql`${shopDay(shop)}::date`]
  const at = (milliseconds: number) =>
    sql`${new Date(now.getTime() + milliseconds).toISOString()}::timestamptz`
  const looked = sql`on conflict (part) do update set day = excluded.day, looked_at = excluded.looked_at`
  const lastRound = (before: number) =>
    sql`from worker_looks where part = ${round} and looked_at < ${at(-before)}`
  await shop.db.execute(sql`insert into worker_looks (part, day, looked_at)
    select ${settled}, ${day}, least(${at(settlesIn)}, ${at(0)} + (${at(0)} - looked_at) / 2) ${lastRound(away)}
    on conflict (part) do update set day = excluded.day,
      looked_at = least(${at(settlesIn)}, greatest(worker_looks.looked_at, excluded.looked_at))`)
  await shop.db.execute(sql`insert into worker_looks (part, day, looked_at)
    select ${comeback}, ${day}, ${at(0)} ${lastRound(long)} ${looked}`)
  await shop.db.execute(sql`insert into worker_looks (part, day, looked_at)
    values (${round}, ${day}, ${at(0)}) ${looked}`)
}

/** Makes the shop's next round one after a long break: what it knew was just replaced by a backup. */
export async function forgetRound(db: Database | Transaction): Promise<void> {
  const before = sql`${workerLooks.lookedAt} - interval '2 days'`
  await db.update(workerLooks).set({ lookedAt: before }).where(eq(workerLooks.part, round))
  // Those were the processes, and the troubles, of the shop that was backed up.
  for (const table of [workerProcesses, workerRounds, alarms]) await db.delete(table)
}

/**
 * Whether the shop was away until a short time ago. It then doesn't know what people did meanwhile, such as ship a belt or
 * answer an email, so what it would do because they were silent has to wait.
 */
export async function isJustBack(shop: Shop): Promise<boolean> {
  const { part, lookedAt } = workerLooks
  // A time further ahead means the clock was set back since.
  const latest = new Date(shop.now().getTime() + settlesIn)
  const isAhead = and(eq(part, settled), gt(lookedAt, shop.now()), lte(lookedAt, latest))
  return (await shop.db.$count(workerLooks, isAhead)) > 0
}

/** The day on which the shop was last back after a day or longer; null: it never was. */
export async function lastBackOn(shop: Shop): Promise<CalendarDate | null> {
  const [row] = await shop.db.select().from(workerLooks).where(eq(workerLooks.part, comeback))
  return row?.day ?? null
}
