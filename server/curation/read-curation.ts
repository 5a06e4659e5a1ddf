import type { Drop } from '../../domain/drop.ts'
import type { Shop } from '../shop/shop.ts'
import { finishCuration } from './curate-drop.ts'
import { beginRun, lastRun, type Run } from './curation-run.ts'

/** How far a run is, and what came of it. */
export type RunView = {
  id: string
  drop: Drop
  state: 'running' | 'done' | 'failed'
  /** by the worker at the cut-off, not by the owner */
  isAutomatic: boolean
  /** steps, for a progress bar: every box is read once and written once */
  done: number
  total: number
  /** boxes with a belt, boxes that are held, boxes that are other than before: figures of a run that is done */
  assigned: number
  held: number
  changed: number
  startedAt: string
  finishedAt: string | null
  /** one sentence for one that failed */
  error: string | null
}

/** The last run of a drop, null where there was none. */
export async function readCuration(shop: Shop, { drop }: { drop: Drop }): Promise<RunView | null> {
  const run = await lastRun(shop, drop)
  return run && runView(run)
}

export function runView({ seenAt: _seenAt, ...run }: Run): RunView {
  return {
    ...run,
    state: run.state as RunView['state'],
    startedAt: run.startedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
  }
}

/**
 * Begins to curate a drop and answers at once; readCuration tells how far it is.
 * @throws ShopError 'not_possible' while another run of the drop lives
 */
export async function startCuration(shop: Shop, { drop }: { drop: Drop }) {
  const run = await beginRun(shop, drop, false)
  void finishCuration(shop, run).catch((error) => shop.log.error({ error, drop }, 'a curation stopped'))
  return runView(run)
}
