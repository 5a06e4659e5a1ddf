import { and, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { boxState } from '../../db/schema/states.ts'
import { boxes, type exchanges } from '../../db/schema.ts'
import { unpackedStates } from '../../domain/box.ts'
import type { Drop } from '../../domain/drop.ts'
import { ShopError } from '../../domain/errors.ts'
import { comesBack, type ExchangeKind } from '../../domain/exchange.ts'
import { requireInStock } from '../curation/free-stock.ts'
import { lockMembership } from '../ledger/find-membership.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { offeredBelts } from './other-belts.ts'
import { type Box, lastReplacement } from './sent-box.ts'

type Wanted = { kind: ExchangeKind; productId?: string | undefined; size?: string | undefined }

/**
 * Reserves a replacement: a box of its own worth nothing, in this month's drop, since it ships now. The same belt in another
 * size counts as the original; with another belt, the original still counts as sent.
 * @throws ShopError 'not_possible' if it isn't of the same drop, was sent before, is out of stock, or went to a former
 *   member
 */
export async function addReplacement(tx: Transaction, shop: Shop, box: Box, wanted: Wanted): Promise<Box> {
  const { personId } = await lockMembership(tx, box.membershipId)
  if (personId !== box.personId) {
    throw new ShopError(
      'not_possible',
      'This belt went to the person who had this membership before, and another one would ship to its new member. Enter a new order for them instead.',
    )
  }
  const drop: Drop = shopDay(shop).slice(0, 7)
  const productId = wanted.productId ?? box.productId!
  const size = wanted.size ?? box.size!
  const offered = await offeredBelts(tx, box, drop)
  if (!offered.some((belt) => belt.id === productId)) {
    throw new ShopError(
      'not_possible',
      'You can’t choose this belt: it’s from another drop, or was sent before. Choose another one.',
    )
  }
  await requireInStock(tx, { productId, size })
  // Must come first: the database checks its constraint after every statement.
  if (productId === box.productId)
    await tx.update(boxes).set({ isReplaced: true }).where(eq(boxes.id, box.id))
  const waits = comesBack(wanted)
  const [made] = await tx
    .insert(boxes)
    .values({
      membershipId: box.membershipId,
      personId: box.personId,
      kind: 'replacement',
      ordinal: (await lastReplacement(tx, box.membershipId)) + 1,
      drop,
      valueCents: 0,
      productId,
      size,
      state: waits ? 'held' : 'assigned',
      holdReason: waits ? 'return' : null,
      createdAt: shop.now(),
    })
    .returning()
  return made!
}

/**
 * Releases the reserved belt; the original counts as sent again.
 * @throws ShopError 'not_possible' once it is packed: its unit has left stock, and its package may have left
 */
export async function dropReplacement(tx: Transaction, exchange: typeof exchanges.$inferSelect) {
  if (!exchange.replacementBoxId) return
  const dropped = await tx
    .update(boxes)
    .set({ state: boxState.to('cancelled', boxes.state), holdReason: null })
    .where(
      and(eq(boxes.id, exchange.replacementBoxId), inArray(boxes.state, [...unpackedStates, 'cancelled'])),
    )
    .returning({ id: boxes.id })
  if (dropped.length === 0) {
    throw new ShopError(
      'not_possible',
      'The other belt is packed and on its way, so you can’t undo this anymore.',
    )
  }
  await tx.update(boxes).set({ isReplaced: false }).where(eq(boxes.id, exchange.boxId))
}
