import { isNotNull, sql } from 'drizzle-orm'
import { alarms } from '../../db/schema.ts'
import { redLines, watchFacts } from '../health/watch-lines.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { Shop } from '../shop/shop.ts'
import { beat, beatEvery, sayGoodbye, type Watch } from '../watch/beat.ts'
import { databaseAlarm, withEnd } from './database-alarm.ts'
import { sendHeartbeat, tellOutside } from './tell-outside.ts'

/** Milliseconds a look for alarms may take. */
const lookLimit = 3 * 60_000
/** Milliseconds after which what was known of a process that is gone is forgotten. */
const forgetAfter = 7 * 24 * 60 * 60_000

/** Gives this process's sign of life now and every minute; one process a minute looks for alarms. */
export function startAlarms(shop: Shop, watch: Watch): { stop(): Promise<void> } {
  let turn: Promise<void> = Promise.resolve()
  const away = databaseAlarm(shop, watch.name)
  const next = () => {
    turn = turn
      .then(() => away(() => beat(shop, watch)))
      .then((isMine) => (isMine ? withEnd(lookForAlarms(shop), lookLimit) : undefined))
      .catch((error) => shop.log.error({ error }, 'the alarms could not be looked for'))
  }
  const timer = setInterval(next, beatEvery).unref()
  next()
  return {
    async stop() {
      clearInterval(timer)
      await turn
      await sayGoodbye(shop, watch).catch(() => {})
    },
  }
}

/** One sign of life, and the look at the alarms if it's this process's turn. */
export async function oneBeat(shop: Shop, watch: Watch): Promise<void> {
  if (await beat(shop, watch)) await lookForAlarms(shop)
}

/**
 * Tells what turned red since the last look, once, and what is over. The email goes through the outbox; the outside address
 * is called here, so that it hears of a dead mail server. While no work is late, the heartbeat is sent.
 */
export async function lookForAlarms(shop: Shop): Promise<void> {
  const facts = await watchFacts(shop)
  const red = await redLines(shop, facts)
  const ids = red.map(({ id }) => id as string)
  const since = shop.now()
  for (const { id, label, value } of red)
    await shop.db.transaction(async (tx) => {
      const begun = await tx
        .insert(alarms)
        .values({ id, label, value, since })
        .onConflictDoUpdate({
          target: alarms.id,
          set: { label, value, since, endedAt: null, toldAt: null },
          setWhere: isNotNull(alarms.endedAt),
        })
        .returning()
      if (begun.length === 0) return
      await enqueueMail(tx, shop, { kind: 'shop-alarm', about: { line: id, since: String(since.getTime()) } })
      shop.log.error({ line: id, value }, 'the health page is red')
    })
  // One statement, because each process asks every minute: what is over, and what is known of processes that are long gone.
  const longAgo = sql`${new Date(since.getTime() - forgetAfter).toISOString()}::timestamptz`
  await shop.db.execute(sql`
    with over as (
      update alarms set ended_at = ${since.toISOString()}::timestamptz
      where ended_at is null and not (id = any(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)))
    ), gone as (delete from worker_processes where seen_at < ${longAgo})
    delete from worker_rounds r where not exists (
      select from worker_processes p where p.name = r.process and p.seen_at >= ${longAgo})`)
  if (ids.length > 0) shop.wakeWorker()
  await tellOutside(shop)
  const { late, missing, hasBegun } = facts.processes
  if (late.length === 0 && missing.length === 0 && hasBegun) await sendHeartbeat(shop)
}
