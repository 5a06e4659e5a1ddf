import type { Drop } from '../../domain/drop.ts'
import type { Shop } from '../shop.ts'
import { finishCuration } from './curate-drop.ts'
import { beginRun } from './curation-run.ts'
import { runView } from './read-curation.ts'

/**
 * Begins to curate a drop and answers at once; readCuration tells how far it is.
 * @throws ShopError 'not_possible' while another run of the drop lives
 */
export async function startCuration(shop: Shop, { drop }: { drop: Drop }) {
  const run = await beginRun(shop, drop, false)
  void finishCuration(shop, run).catch((error) => shop.log.error({ error, drop }, 'a curation stopped'))
  return runView(run)
}
