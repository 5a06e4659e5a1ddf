import { curateInSteps } from '../../domain/curation/curate.ts'
import type { Curation } from '../../domain/curation/curation.ts'
import type { Shop } from '../shop.ts'
import { keepRun, type Run } from './curation-run.ts'
import { type PoolBox, poolIds, readBoxes } from './read-boxes.ts'
import { readShelf } from './read-shelf.ts'
import { atOnce } from './write-curation.ts'

/** Reads a drop's boxes and shelf and decides. Between the steps the process answers whoever else asks. */
export async function decide(shop: Shop, run: Run): Promise<{ boxes: PoolBox[]; curation: Curation }> {
  const { db } = shop
  const ids = await poolIds(db, run.drop)
  const shelf = await readShelf(db, run.drop)
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
