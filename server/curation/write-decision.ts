import type { Transaction } from '../../db/database.ts'
import type { Curation } from '../../domain/curation/curation.ts'
import type { Shop } from '../shop.ts'
import { keepRun, type Run } from './curation-run.ts'
import type { PoolBox } from './read-boxes.ts'
import { assign, atOnce, hold, release } from './write-curation.ts'

/** PostgreSQL's: somebody else promised the person the belt; two waited for each other. Both pass with another look. */
const passing = ['23P01', '40P01', '40001']

/**
 * Writes what is other than before, some thousand boxes a transaction: first who loses a belt, then who gets one, a
 * belt and size after the other, then who is held.
 */
export async function writeDecision(
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
