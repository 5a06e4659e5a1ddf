import { and, eq } from 'drizzle-orm'
import { drops } from '../../db/schema.ts'
import { dropState } from '../../db/states.ts'
import type { Curation } from '../../domain/curation/curation.ts'
import type { Drop } from '../../domain/drop.ts'
import type { Shop } from '../shop.ts'
import { beginRun, endRun, type Run, RunLost } from './curation-run.ts'
import { decide } from './decide.ts'
import { writeDecision } from './write-decision.ts'

/** Rounds after which a drop that others keep changing is left as it is: who was missed waits for the next run. */
const mostRounds = 5

/**
 * Gives every box of a drop that is not packed the best belt (club.md "Curate"), and holds the others with their
 * reasons. Run again it changes only what is not the best any more. One run of a drop at a time; one that was killed
 * leaves boxes without a belt at worst, and the next one goes on.
 * @throws ShopError 'not_possible' while another run of the drop lives
 */
export async function curateDrop(shop: Shop, input: { drop: Drop; isAutomatic?: boolean }): Promise<Run> {
  return finishCuration(shop, await beginRun(shop, input.drop, input.isAutomatic ?? false))
}

/** Does the work of a run that was begun. */
export async function finishCuration(shop: Shop, run: Run): Promise<Run> {
  try {
    let changed = 0
    for (let round = 1; ; round++) {
      const { boxes, curation } = await decide(shop, run)
      const written = await writeDecision(shop, run, boxes, curation)
      changed += written.changed
      if (written.missed > 0 && round < mostRounds) continue
      if (written.missed > 0)
        shop.log.warn({ drop: run.drop, boxes: written.missed }, 'boxes changed while they were curated')
      return await end(shop, run, curation, changed)
    }
  } catch (error) {
    if (error instanceof RunLost) throw error
    // Where this cannot be written either, the run's silence says it.
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
