import { and, eq, notInArray } from 'drizzle-orm'
import { boxes } from '../../db/schema.ts'
import { voidStates } from '../../domain/box.ts'
import { type Drop, dropsBetween } from '../../domain/drop.ts'
import { ShopError } from '../../domain/errors.ts'
import { endDelays } from '../delays/open-delays.ts'
import { findMembership, type Membership } from '../ledger/find-membership.ts'
import { nextDrop } from '../ledger/next-drop.ts'
import { shopDay } from '../ledger/shop-day.ts'
import type { Shop } from '../shop/shop.ts'
import { moveDrops } from './move-drops.ts'

/** Longest pause, in months (club-rules.md "Pause"). */
export const longestPause = 3

/**
 * Pauses until a drop 1 to 3 months after the next one: that many skips (club-rules.md "Pause"). Calling it twice for the
 * same drop pauses once.
 * @param input.until the drop in which boxes start again
 * @param input.seen the membership when it was found to be theirs; absent: as it is now
 * @throws ShopError 'not_possible' for another drop
 */
export async function pauseMembership(
  shop: Shop,
  input: { membershipId: string; until: Drop; seen?: Membership },
) {
  const membership = input.seen ?? (await findMembership(shop, input.membershipId))
  const next = await nextDrop(shop.db, membership, shopDay(shop), shop.config.timeZone)
  if (!next) throw new ShopError('not_possible', 'There’s no box coming up to pause.')
  if (next === input.until) return
  const months = dropsBetween(next, input.until)
  if (months < 1 || months > longestPause) {
    throw new ShopError('not_possible', 'You can pause for one, two or three months. Choose one.')
  }
  await moveDrops(shop, { seen: membership, from: next, months }, (tx) => endDelays(tx, shop, membership.id))
}

/**
 * Skips the next drop: all unpacked boxes and the next charge move one month later (club-rules.md "Skip"); a gift has no
 * charge to move. Calling it twice for the same drop skips once.
 * @param input.drop the drop the member saw as next
 * @param input.seen as in `pauseMembership`
 * @throws ShopError 'not_possible' after its cut-off, or if it isn't the next one
 */
export async function skipBox(shop: Shop, input: { membershipId: string; drop: Drop; seen?: Membership }) {
  const membership = input.seen ?? (await findMembership(shop, input.membershipId))
  const next = await nextDrop(shop.db, membership, shopDay(shop), shop.config.timeZone)
  if (input.drop <= shopDay(shop).slice(0, 7) && input.drop !== next) {
    throw new ShopError('not_possible', 'This box is being packed, so you can’t skip it anymore.')
  }
  if (!next) throw new ShopError('not_possible', 'There’s no box coming up to skip.')
  if (input.drop > next) {
    throw new ShopError('not_possible', 'You can only skip the next box. Skip that one first.')
  }
  if (input.drop < next && (await isUnderWay(shop, input))) {
    throw new ShopError('not_possible', 'This box is already packed, so you can’t skip it anymore.')
  }
  await moveDrops(shop, { seen: membership, from: input.drop, months: 1 }, (tx) =>
    endDelays(tx, shop, membership.id),
  )
}

// A skipped drop has no box left. If this one still has a box, it was packed before the cut-off.
async function isUnderWay(shop: Shop, { membershipId, drop }: { membershipId: string; drop: Drop }) {
  const isThere = and(
    eq(boxes.membershipId, membershipId),
    eq(boxes.drop, drop),
    eq(boxes.kind, 'owed'),
    notInArray(boxes.state, [...voidStates]),
  )
  return (await shop.db.$count(boxes, isThere)) > 0
}
