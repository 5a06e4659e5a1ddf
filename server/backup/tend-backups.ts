import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { withPatience } from '../../db/patience.ts'
import { backupRuns } from '../../db/schema.ts'
import { hasCode } from '../../db/server-trouble.ts'
import { lastBackupDue } from '../../domain/backup-plan.ts'
import { DamagedBackup } from '../shop/backup-place.ts'
import type { Shop } from '../shop/shop.ts'
import { currentScope } from '../shop/trace.ts'
import { type BackupPlan, backupKeys, readPlan } from './backup-plan.ts'
import { checkBackup, makeBackup, pruneBackups } from './make-backup.ts'

const minute = 60_000
/** Milliseconds between signs of life of a run, and without one until another process takes over. */
const [beatEvery, goneAfter] = [15_000, 3 * minute]
/** Milliseconds in which a run has to move for its process to give signs of life. */
const movesWithin = 15 * minute
/** Milliseconds before a night's second attempt; before the third twice as much, and so on. */
const tryAgainAfter = 30 * minute
/** Milliseconds a statement of a backup may take: it begins to read large tables. */
const statementLimit = 10 * minute
/** Milliseconds by which a time may be ahead; further, a wrong clock wrote it. */
const mostAhead = 60 * minute
/** Milliseconds for which what became of a backup is remembered. */
const rememberedFor = 400 * 24 * 60 * minute

export type BackupRun = typeof backupRuns.$inferSelect

/** Makes and checks the backup that is due or asked for, in one process at a time. */
export async function tendBackups(shop: Shop): Promise<void> {
  const plan = await readPlan(shop)
  if (!plan) return
  await endAbandoned(shop)
  if (!plan.isPaused && (await isDue(shop, plan))) await askForBackup(shop, 'backup', null)
  const run = await claim(shop)
  if (run) await perform(shop, plan, run)
}

/** Asks for a backup or a check; the next round of some process does it. The same twice is asked once. */
export async function askForBackup(
  shop: Pick<Shop, 'db' | 'now' | 'wakeWorker'>,
  task: BackupRun['task'],
  askedBy: string | null,
): Promise<void> {
  await shop.db.insert(backupRuns).values({ task, askedBy, askedAt: shop.now() }).onConflictDoNothing()
  shop.wakeWorker('backups')
}

async function isDue(shop: Shop, { hour }: BackupPlan): Promise<boolean> {
  const now = shop.now()
  const due = lastBackupDue(now, hour, shop.config.timeZone)
  const tries = await shop.db
    .select()
    .from(backupRuns)
    .where(
      and(eq(backupRuns.task, 'backup'), gte(backupRuns.askedAt, due), lt(backupRuns.askedAt, ahead(now))),
    )
    .orderBy(desc(backupRuns.askedAt))
  if (tries.some(({ endedAt, verifiedAt }) => !endedAt || verifiedAt)) return false
  const [last] = tries
  return !last || now.getTime() - last.endedAt!.getTime() >= tries.length * tryAgainAfter
}

const ahead = (now: Date) => new Date(now.getTime() + mostAhead)

/** Ends runs whose process has stopped or hangs; what it had begun to write has no name. */
async function endAbandoned(shop: Shop) {
  const now = shop.now()
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  await shop.db
    .update(backupRuns)
    .set({ endedAt: now, error: 'Its process stopped in the middle.' })
    .where(
      and(
        isNotNull(backupRuns.startedAt),
        isNull(backupRuns.endedAt),
        or(lt(backupRuns.seenAt, ago(goneAfter)), gt(backupRuns.seenAt, ahead(now))),
      ),
    )
  await shop.db.delete(backupRuns).where(lt(backupRuns.askedAt, ago(rememberedFor)))
}

async function claim(shop: Shop): Promise<BackupRun | null> {
  const now = shop.now()
  const [next] = await shop.db
    .select()
    .from(backupRuns)
    .where(and(isNull(backupRuns.startedAt), isNull(backupRuns.endedAt)))
    .orderBy(asc(backupRuns.askedAt))
    .limit(1)
  if (!next) return null
  try {
    const [mine] = await shop.db
      .update(backupRuns)
      .set({ startedAt: now, seenAt: now })
      .where(and(eq(backupRuns.id, next.id), isNull(backupRuns.startedAt)))
      .returning()
    return mine ?? null
  } catch (error) {
    // The index says that another one runs.
    if (hasCode(error, '23505')) return null
    throw error
  }
}

async function perform(shop: Shop, plan: BackupPlan, run: BackupRun) {
  const hold = holdOn(shop, run)
  const note = (what: Partial<BackupRun>) => hold.write(what)
  try {
    const keys = await backupKeys(shop)
    if (!keys) throw new Error('There is no recovery key yet.')
    if (!plan.address) throw new Error('The bucket’s secret key can’t be read anymore: enter it again.')
    const place = await shop.backups.placeAt(plan.address)
    await note({ place: place.label })
    await withPatience(statementLimit, async () => {
      const made = run.task === 'backup' ? await makeBackup(shop, place, keys.recipients, hold.require) : null
      if (made) await note(made)
      await note(await checkBackup(shop, place, keys.identity, made?.name ?? null, hold.require))
      if (run.task === 'backup') await pruneBackups(shop, place, plan)
    })
    await note({ endedAt: shop.now() })
  } catch (error) {
    const why = sentenceOf(error)
    shop.log.error({ error, task: run.task }, 'the backup failed')
    const damage = error instanceof DamagedBackup ? why : null
    await note({ endedAt: shop.now(), error: why, damage }).catch(() => {})
  } finally {
    hold.end()
  }
}

function sentenceOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  const words = code === 'ENOSPC' ? 'The disk is full.' : (message ?? String(error))
  return words.split('\nparams:')[0]!.slice(0, 500)
}

/** Keeps a run in this process's hands: a process that was taken for gone writes nothing anymore. */
function holdOn(shop: Shop, { id }: BackupRun) {
  const { round } = currentScope()
  let isLost = false
  const require = () => {
    if (isLost) throw new Error('Another process took it over.')
  }
  async function write(what: Partial<BackupRun>) {
    const rows = await shop.db
      .update(backupRuns)
      .set({ ...what, seenAt: shop.now() })
      .where(and(eq(backupRuns.id, id), isNull(backupRuns.endedAt)))
      .returning({ id: backupRuns.id })
    isLost ||= rows.length === 0
    require()
  }
  const beat = setInterval(() => {
    if (!round || performance.now() - round.movedAt < movesWithin) write({}).catch(() => {})
  }, beatEvery).unref()
  return { write, require, end: () => clearInterval(beat) }
}

export type BackupFacts = {
  /** the newest backup that was verified */
  verified: BackupRun | null
  /** the last run that ended */
  last: BackupRun | null
  /** what runs or waits now */
  now: BackupRun | null
}

/** What became of the last backups, in one statement. */
export async function backupFacts(shop: Shop): Promise<BackupFacts> {
  const newest = (which: ReturnType<typeof sql>, by: ReturnType<typeof sql>) =>
    sql`(select id from backup_runs where ${which} order by ${by} desc limit 1)`
  const soon = sql`${ahead(shop.now()).toISOString()}::timestamptz`
  const ids = {
    verified: newest(sql`verified_at is not null and taken_at < ${soon}`, sql`taken_at`),
    last: newest(sql`ended_at is not null and asked_at < ${soon}`, sql`asked_at`),
    now: newest(sql`ended_at is null`, sql`started_at is not null`),
  }
  const rows = await shop.db
    .select({
      run: backupRuns,
      of: sql<string>`array_to_string(array[
      case when id = ${ids.verified} then 'verified' end, case when id = ${ids.last} then 'last' end,
      case when id = ${ids.now} then 'now' end], ' ')`,
    })
    .from(backupRuns)
    .where(sql`id in (${ids.verified}, ${ids.last}, ${ids.now})`)
  const of = (name: keyof BackupFacts) => rows.find((row) => row.of.split(' ').includes(name))?.run ?? null
  return { verified: of('verified'), last: of('last'), now: of('now') }
}
