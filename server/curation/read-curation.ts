import type { CurationRun } from '../../domain/admin/curation-calls.ts'
import type { Drop } from '../../domain/drop.ts'
import type { Shop } from '../shop.ts'
import { lastRun, type Run } from './curation-run.ts'

/** The last run of a drop, null where there was none. */
export async function readCuration(shop: Shop, { drop }: { drop: Drop }): Promise<CurationRun | null> {
  const run = await lastRun(shop, drop)
  return run && runView(run)
}

export function runView({ seenAt: _seenAt, ...run }: Run): CurationRun {
  return {
    ...run,
    state: run.state as CurationRun['state'],
    startedAt: run.startedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
  }
}
