import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/database.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import type { PartName } from './parts.ts'

/** Milliseconds between two signs of life of a process. */
export const beatEvery = 60_000
/** Milliseconds of silence after which a process counts as gone. */
export const goneAfter = 3 * beatEvery
/** The name under which one process a minute looks after the alarms. */
const alarms = 'alarms'

type Kept = { endedAt: Date | null; error: string | null; isWritten: boolean }

/** What this process knows of its rounds since its last sign of life. */
export class Watch {
  /** host and port: a process that is started again goes on under its name */
  readonly name: string
  since: Date
  beatAt: Date | null = null
  private readonly kept = new Map<PartName, Kept>()
  private readonly now: () => Date

  constructor(name: string, now: () => Date) {
    this.name = name
    this.now = now
    this.since = now()
  }

  /** A round ended well, or goes on well. */
  ended(part: PartName): void {
    this.kept.set(part, { endedAt: this.now(), error: null, isWritten: false })
  }

  failed(part: PartName, error: unknown): void {
    const words = (error instanceof Error ? error.message : String(error)).split('\nparams:')[0]!
    const before = this.kept.get(part)
    this.kept.set(part, {
      endedAt: before?.endedAt ?? null,
      error: words.slice(0, 300) || 'unknown',
      isWritten: false,
    })
  }

  /** What the database doesn't have yet. */
  news(): { part: PartName; ended_at: Date | null; error: string | null }[] {
    return [...this.kept].flatMap(([part, { endedAt, error, isWritten }]) =>
      isWritten ? [] : [{ part, ended_at: endedAt, error }],
    )
  }

  written(news: readonly { part: PartName; ended_at: Date | null }[]): void {
    for (const { part, ended_at } of news) {
      const kept = this.kept.get(part)
      if (kept && kept.endedAt === ended_at) kept.isWritten = true
    }
  }
}

/**
 * Writes this process's sign of life and its rounds, in one statement a minute.
 * @returns whether this process looks after the alarms now
 */
export async function beat(shop: Shop, watch: Watch): Promise<boolean> {
  const now = shop.now()
  const paused = watch.beatAt ? now.getTime() - watch.beatAt.getTime() : 0
  // The machine slept, or its clock was changed: what is late for that reason gets a moment to catch up.
  if (paused > goneAfter || paused < 0) watch.since = now
  const news = watch.news()
  const at = sql`${now.toISOString()}::timestamptz`
  const ago = (milliseconds: number) =>
    sql`${new Date(now.getTime() - milliseconds).toISOString()}::timestamptz`
  const rows = await rowsOf(
    shop.db,
    sql`with seen as (
        insert into worker_processes (name, since, seen_at, disk_free)
        values (${watch.name}, ${watch.since.toISOString()}::timestamptz, ${at}, ${await shop.diskFree()}::bigint)
        on conflict (name) do update set since = excluded.since, seen_at = excluded.seen_at, disk_free = excluded.disk_free
      ), ended as (
        insert into worker_rounds (process, part, ended_at, error)
        select ${watch.name}, r.part, r.ended_at, r.error
        from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) r(part text, ended_at timestamptz, error text)
        on conflict (process, part) do update set ended_at = excluded.ended_at, error = excluded.error
      )
      insert into worker_looks (part, day, looked_at) values (${alarms}, ${shopDay(shop)}, ${at})
      on conflict (part) do update set day = excluded.day, looked_at = excluded.looked_at
        where worker_looks.looked_at <= ${ago(beatEvery - 5_000)} or worker_looks.looked_at > ${ago(-beatEvery)}
      returning 1 as mine`,
  )
  watch.written(news)
  watch.beatAt = now
  return rows.length > 0
}

/** Forgets a process that stops in order, so that nobody misses it. */
export async function sayGoodbye(shop: Shop, { name }: Watch): Promise<void> {
  await shop.db.execute(sql`with gone as (delete from worker_processes where name = ${name})
    delete from worker_rounds where process = ${name}`)
}
