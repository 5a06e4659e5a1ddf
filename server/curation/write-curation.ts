import { type SQL, sql } from 'drizzle-orm'
import { rowsOf, type Transaction } from '../../db/database.ts'
import { boxState } from '../../db/schema/states.ts'
import type { Curation } from '../../domain/curation/curation.ts'
import type { Drop } from '../../domain/drop.ts'
import type { Shop } from '../shop/shop.ts'
import { freeStock } from './free-stock.ts'
import { lockInventory } from './inventory.ts'
import { hasAddress, idList, wordList } from './pool.ts'
import type { PoolBox } from './read-boxes.ts'

/** Boxes written per transaction: each takes a moment, and then progress is recorded. */
export const atOnce = 5_000

type Written = {
  /** boxes that were written */
  boxes: number
  missed: number
}

/**
 * Removes belts from boxes that get another one or none; runs before any belt is assigned, so that no unit is promised
 * twice.
 */
export async function release(tx: Transaction, shop: Shop, boxes: PoolBox[]): Promise<Written> {
  return written(
    boxes,
    await rowsOf(
      tx,
      sql`update boxes b set product_id = null, state = ${boxState.to('owed', sql`b.state`)}, hold_reason = null, updated_at = ${shop.now().toISOString()}
        from ${asRead(boxes)} where b.id = was.id and ${isUnchanged} returning b.id`,
    ),
  )
}

/**
 * Holds boxes with their reasons, except those whose size or address was given meanwhile: they would be held for something
 * that is there.
 */
export async function hold(
  tx: Transaction,
  shop: Shop,
  drop: Drop,
  held: { box: PoolBox; reason: string }[],
): Promise<Written> {
  const boxes = held.map(({ box }) => box)
  return written(
    boxes,
    await rowsOf(
      tx,
      sql`update boxes b set product_id = null, state = ${boxState.to('held', sql`b.state`)}, hold_reason = was.word, updated_at = ${shop.now().toISOString()}
        from ${asRead(
          boxes,
          held.map(({ reason }) => reason),
        )}, memberships m
        where b.id = was.id and m.id = b.membership_id and m.size = was.member_size and b.drop = ${drop}
          and not (was.word = 'address' and ${hasAddress}) and ${isWaiting}
        returning b.id`,
    ),
  )
}

/**
 * Gives boxes their belts. The stock is locked and counted again, so that concurrent stock changes or promises come before
 * or after, and no more is promised than there is.
 */
export async function assign(
  tx: Transaction,
  shop: Shop,
  drop: Drop,
  boxes: PoolBox[],
  belts: Curation['belts'],
): Promise<Written> {
  const free = await lockFreePieces(tx, [...new Set(boxes.map((box) => belts.get(box.id)!))])
  const fitting = boxes.filter((box) => {
    const place = `${belts.get(box.id)} ${box.size}`
    const pieces = free.get(place) ?? 0
    free.set(place, pieces - 1)
    return pieces > 0
  })
  if (fitting.length === 0) return { boxes: 0, missed: boxes.length }
  const rows = await rowsOf(
    tx,
    sql`update boxes b set product_id = was.word::uuid, size = was.size, state = ${boxState.to('assigned', sql`b.state`)}, hold_reason = null,
        updated_at = ${shop.now().toISOString()}
      from ${asRead(
        fitting,
        fitting.map((box) => belts.get(box.id)!),
      )}, memberships m
      where b.id = was.id and m.id = b.membership_id and m.size = was.member_size and b.drop = ${drop}
        and ${isWaiting}
      returning b.id`,
  )
  return written(boxes, rows)
}

/** Free units by belt and size, locked until the transaction ends. */
async function lockFreePieces(tx: Transaction, beltIds: string[]): Promise<Map<string, number>> {
  await lockInventory(tx, sql`v.product_id = any(${idList(beltIds)})`)
  const pieces = await freeStock(tx, beltIds)
  return new Map(pieces.map(({ productId, size, free }) => [`${productId} ${size}`, free]))
}

const isWaiting = sql`b.product_id is null
  and (b.state in ${boxState.list('owed')} or b.state in ${boxState.list('held')} and b.hold_reason is distinct from 'dispute')`
const isUnchanged = sql.raw(`b.state = was.state and b.product_id = was.product_id and b.packed_at is null`)

// One parameter per column, however many rows.
function asRead(boxes: PoolBox[], words: string[] = []): SQL {
  const column = (values: (string | null)[]) => sql`jsonb_array_elements_text(${wordList(values)})`
  return sql`(
    select id::uuid, state, product_id::uuid, size, member_size, word from rows from (
      ${column(boxes.map((box) => box.id))}, ${column(boxes.map((box) => box.state))},
      ${column(boxes.map((box) => box.belt))}, ${column(boxes.map((box) => box.size))},
      ${column(boxes.map((box) => box.memberSize))}, ${column(words)}
    ) as raw (id, state, product_id, size, member_size, word)
  ) as was`
}

function written(boxes: PoolBox[], rows: unknown[]): Written {
  return { boxes: rows.length, missed: boxes.length - rows.length }
}
