import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { dropState } from '../../db/schema/states.ts'
import { drops } from '../../db/schema.ts'
import type { CurationRun } from '../../domain/admin/curation-contracts.ts'
import { curateInSteps } from '../../domain/curation/curate.ts'
import type { Curation } from '../../domain/curation/curation.ts'
import type { Drop } from '../../domain/drop.ts'
import type { Shop } from '../shop/shop.ts'
import { beginRun, endRun, keepRun, lastRun, type Run, RunLost } from './curation-run.ts'
import { type PoolBox, poolIds, readBoxes, readInventory } from './read-boxes.ts'
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
  const boxes: PoolBox[] = []
  for (let read = 0; read < ids.length; read += atOnce) {
    const some = ids.slice(read, read + atOnce)
    boxes.push(
      ...(await readBoxes(
        db,
        run.drop,
        some,
        shelf.map((belt) => belt.id),
      )),
    )
    await keepRun(db, shop, run.id, { done: read + some.length, total })
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
