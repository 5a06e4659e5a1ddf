import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { curationState } from '../../db/schema/states.ts'
import { curationRuns } from '../../db/schema.ts'
import { type Drop, dropTitle } from '../../domain/drop.ts'
import { ShopError } from '../../domain/errors.ts'
import { stepDone } from '../shop/rounds.ts'
import type { Shop } from '../shop/shop.ts'

/** Milliseconds of silence after which a run counts as killed. */
export const silentAfter = 60_000

export type Run = typeof curationRuns.$inferSelect

/** Another process took over the run, because this one was silent for too long. */
export class RunLost extends Error {}

/**
 * Begins a drop's only run, after marking a killed one as failed.
 * @throws ShopError 'not_possible' while another run is alive
 */
export async function beginRun(shop: Shop, drop: Drop, isAutomatic: boolean): Promise<Run> {
  const now = shop.now()
  return shop.db.transaction(async (tx) => {
    await tx
      .update(curationRuns)
      .set({
        state: curationState.to('failed', curationRuns.state),
        error: 'It was interrupted.',
        finishedAt: now,
      })
      .where(
        and(
          eq(curationRuns.drop, drop),
          eq(curationRuns.state, 'running'),
          lt(curationRuns.seenAt, new Date(now.getTime() - silentAfter)),
        ),
      )
    const [run] = await tx
      .insert(curationRuns)
      .values({ drop, isAutomatic, startedAt: now, seenAt: now })
      .onConflictDoNothing()
      .returning()
    if (run) return run
    throw new ShopError(
      'not_possible',
      `${dropTitle(drop)}’s drop is being curated right now. Wait until it’s done.`,
    )
  })
}

/**
 * Records that the run is alive and its progress, which never goes down.
 * @throws RunLost
 */
export async function keepRun(
  tx: Transaction | Database,
  shop: Shop,
  runId: string,
  { done, total }: { done: number; total: number },
) {
  stepDone()
  const [alive] = await tx
    .update(curationRuns)
    .set({ done: sql`greatest(${curationRuns.done}, ${done})`, total, seenAt: shop.now() })
    .where(and(eq(curationRuns.id, runId), eq(curationRuns.state, 'running')))
    .returning({ id: curationRuns.id })
  if (!alive) throw new RunLost()
}

type End =
  | { state: 'done'; assigned: number; held: number; changed: number }
  | { state: 'failed'; error: string }

/** Ends the run. @throws RunLost if another process already did */
export async function endRun(tx: Transaction | Database, shop: Shop, runId: string, end: End): Promise<Run> {
  const now = shop.now()
  const [run] = await tx
    .update(curationRuns)
    .set({
      ...end,
      state: curationState.to(end.state, curationRuns.state),
      finishedAt: now,
      seenAt: now,
      ...(end.state === 'done' ? { done: sql`${curationRuns.total}` } : {}),
    })
    .where(and(eq(curationRuns.id, runId), eq(curationRuns.state, 'running')))
    .returning()
  if (!run) throw new RunLost()
  return run
}

/** The last run of a drop, or null; a killed one is returned as failed. */
export async function lastRun(shop: Shop, drop: Drop): Promise<Run | null> {
  const [run] = await shop.db
    .select()
    .from(curationRuns)
    .where(eq(curationRuns.drop, drop))
    .orderBy(desc(eq(curationRuns.state, 'running')), desc(curationRuns.startedAt))
    .limit(1)
  if (!run) return null
  const isSilent = run.state === 'running' && shop.now().getTime() - run.seenAt.getTime() > silentAfter
  return isSilent ? { ...run, state: 'failed', error: 'It was interrupted.' } : run
}
