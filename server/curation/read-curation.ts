import type { CurationRun } from '../../domain/admin/curation-contracts.ts'
import type { Drop } from '../../domain/drop.ts'
import type { Shop } from '../shop/shop.ts'
import { finishCuration } from './curate-drop.ts'
import { beginRun, lastRun, type Run } from './curation-run.ts'

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
