import { and, eq, sql } from 'drizzle-orm'
import { rowsOf, type Transaction } from '../../db/database.ts'
import { boxState, curationState, dropState } from '../../db/schema/states.ts'
import { drops } from '../../db/schema.ts'
import type { CurationRun } from '../../domain/admin/curation-contracts.ts'
import { unpackedStates } from '../../domain/box.ts'
import { instantAt } from '../../domain/calendar-date.ts'
import { curateInSteps } from '../../domain/curation/curate.ts'
import type { Curation } from '../../domain/curation/curation.ts'
import { dropsFrom } from '../../domain/curation/forecast.ts'
import { addDrops, type Drop } from '../../domain/drop.ts'
import { ShopError } from '../../domain/errors.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { beginRun, endRun, keepRun, lastRun, type Run, RunLost } from './curation-run.ts'
import { isOpen } from './pool.ts'
import { type PoolBox, poolIds, readBoxes, readInventory } from './read-boxes.ts'
import { historyReader } from './read-histories.ts'
import { assign, atOnce, hold, release } from './write-curation.ts'

/**
 * PostgreSQL error codes for a belt promised to the same person elsewhere, a deadlock, and a serialization failure: another
 * round resolves all three.
 */
const passing = ['23P01', '40P01', '40001']

/**
 * Writes only what changed, several thousand boxes per transaction: first the boxes that lose a belt, then those that get
 * one, sorted by belt and size, then those that are held.
 */
async function writeDecision(
  shop: Shop,
  run: Run,
  boxes: PoolBox[],
  { belts, held }: Curation,
): Promise<{ changed: number; missed: number }> {
  const boxOf = new Map(boxes.map((box) => [box.id, box]))
  const losing = boxes.filter((box) => box.belt !== null && belts.get(box.id) !== box.belt)
  const place = (box: PoolBox) => `${belts.get(box.id)} ${box.size}`
  const getting = boxes
    .filter((box) => belts.has(box.id) && belts.get(box.id) !== box.belt)
    .sort((one, other) => (place(one) < place(other) ? -1 : place(one) > place(other) ? 1 : 0))
  const holding = held
    .map(({ boxId, reason }) => ({ box: boxOf.get(boxId)!, reason }))
    .filter(({ box, reason }) => box.state !== 'held' || box.holdReason !== reason)

  const total = 2 * boxes.length
  let missed = 0
  let left = getting.length + holding.length
  async function write<Item>(
    items: Item[],
    count: boolean,
    work: (tx: Transaction, some: Item[]) => Promise<{ missed: number }>,
  ) {
    for (let first = 0; first < items.length; first += atOnce) {
      const some = items.slice(first, first + atOnce)
      if (count) left -= some.length
      missed += await attempt(some.length, () =>
        shop.db.transaction(async (tx) => {
          await keepRun(tx, shop, run.id, { done: total - left, total })
          return (await work(tx, some)).missed
        }),
      )
    }
  }
  await write(losing, false, (tx, some) => release(tx, shop, some))
  await write(getting, true, (tx, some) => assign(tx, shop, run.drop, some, belts))
  await write(holding, true, (tx, some) => hold(tx, shop, run.drop, some))
  return { changed: getting.length + holding.length, missed }
}

async function attempt(count: number, work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (passing.includes(codeOf(error) ?? '')) return count
    throw error
  }
}

// The query builder wraps what the driver throws.
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as { code?: string }
  return code ?? codeOf(error.cause)
}

/** Rounds before giving up on a drop that others keep changing: boxes missed so far wait for the next run. */
const maxRounds = 5

/**
 * Gives every unpacked box of a drop the best belt (club-rules.md "Curate") and holds the rest with a reason. Another run
 * changes only what is no longer best. Only one run per drop at a time; a killed run at worst leaves boxes without a belt,
 * and the next run continues.
 * @throws ShopError 'not_possible' while another run of the drop is going on
 */
export async function curateDrop(shop: Shop, input: { drop: Drop; isAutomatic?: boolean }): Promise<Run> {
  return finishCuration(shop, await beginRun(shop, input.drop, input.isAutomatic ?? false))
}

/** Carries out a run that beginRun started. */
export async function finishCuration(shop: Shop, run: Run): Promise<Run> {
  try {
    let changed = 0
    for (let round = 1; ; round++) {
      const { boxes, curation } = await decide(shop, run)
      const written = await writeDecision(shop, run, boxes, curation)
      changed += written.changed
      if (written.missed > 0 && round < maxRounds) continue
      if (written.missed > 0)
        shop.log.warn({ drop: run.drop, boxes: written.missed }, 'boxes changed while they were curated')
      return await end(shop, run, curation, changed)
    }
  } catch (error) {
    if (error instanceof RunLost) throw error
    // If this can't be written either, the run counts as failed once it has been silent for long enough.
    await endRun(shop.db, shop, run.id, {
      state: 'failed',
      error: 'It stopped at an error. Try again.',
    }).catch(() => {})
    throw error
  }
}

async function end(shop: Shop, run: Run, { belts, held }: Curation, changed: number): Promise<Run> {
  return shop.db.transaction(async (tx) => {
    await tx
      .update(drops)
      .set({ state: dropState.to('curated', drops.state) })
      .where(and(eq(drops.drop, run.drop), eq(drops.state, 'open')))
    return endRun(tx, shop, run.id, { state: 'done', assigned: belts.size, held: held.length, changed })
  })
}

/** Reads a drop's boxes and stock and decides. Yields between steps, so that the process can answer other requests. */
async function decide(shop: Shop, run: Run): Promise<{ boxes: PoolBox[]; curation: Curation }> {
  const { db } = shop
  const ids = await poolIds(db, run.drop)
  const shelf = await readInventory(db, run.drop)
  const total = 2 * ids.length
  await keepRun(db, shop, run.id, { done: 0, total })
  const read = await historyReader(
    db,
    [run.drop],
    shelf.map((belt) => belt.id),
  )
  const boxes: PoolBox[] = []
  for (let first = 0; first < ids.length; first += atOnce) {
    const some = ids.slice(first, first + atOnce)
    boxes.push(...(await readBoxes(db, run.drop, some, read)))
    await keepRun(db, shop, run.id, { done: first + some.length, total })
  }
  const steps = curateInSteps(boxes, shelf)
  for (;;) {
    const step = steps.next()
    if (step.done) return { boxes, curation: step.value }
    await keepRun(db, shop, run.id, { done: ids.length, total })
  }
}

/** The last run of a drop, or null. */
export async function readCuration(shop: Shop, { drop }: { drop: Drop }): Promise<CurationRun | null> {
  const run = await lastRun(shop, drop)
  return run && runView(run)
}

function runView({ seenAt: _seenAt, ...run }: Run): CurationRun {
  return {
    ...run,
    state: run.state as CurationRun['state'],
    startedAt: run.startedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
  }
}

/**
 * Starts curating a drop and returns right away; readCuration reports the progress.
 * @throws ShopError 'not_possible' while another run of the drop is going on
 */
export async function startCuration(shop: Shop, { drop }: { drop: Drop }) {
  const run = await beginRun(shop, drop, false)
  void finishCuration(shop, run).catch((error) => shop.log.error({ error, drop }, 'a curation stopped'))
  return runView(run)
}

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
