import { randomBytes } from 'node:crypto'
import { and, asc, count, eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { boxes, memberships, products, sharedStraps } from '../../../db/schema.ts'
import type { AccountInput } from '../../../domain/account/contracts.ts'
import { leftStates } from '../../../domain/box.ts'
import { ShopError } from '../../../domain/errors.ts'
import { isStrapToken, type StrapBelt, strapConsent } from '../../../domain/strap.ts'
import type { Member } from '../../members/member.ts'
import { lockOwnMembership } from '../../members/own-membership.ts'
import type { Shop } from '../../shop/shop.ts'
import { readMembership } from './read-account.ts'

/** Belts that left for whoever wears the membership now; a replacement stands for one of them. */
const punched = and(
  eq(boxes.personId, memberships.personId),
  eq(boxes.kind, 'owed'),
  inArray(boxes.state, leftStates),
)

/**
 * Makes the strap of the wearer's belts a page at an address nobody can guess. Asking again keeps the address.
 * @throws ShopError 'not_found', 'not_possible' if they agreed to other words, or no belt has left yet
 */
export async function shareStrap(shop: Shop, { id, words }: AccountInput<'shareStrap'>, member: Member) {
  await shop.db.transaction(async (tx) => {
    await lockOwnMembership(tx, member, id, 'preferences')
    if (words !== strapConsent)
      throw new ShopError('not_possible', 'The words have changed. Reload the page and read them again.')
    if ((await countPunched(tx, id)) === 0)
      throw new ShopError(
        'not_possible',
        'There’s no belt on your strap yet. Share it once the first has left.',
      )
    await tx
      .insert(sharedStraps)
      .values({
        membershipId: id,
        token: randomBytes(24).toString('base64url'),
        words,
        agreedAt: shop.now(),
      })
      .onConflictDoNothing()
  })
  return readMembership(shop, member, id)
}

/** Ends the page at once, for good: shared again, it has another address. @throws ShopError 'not_found' */
export async function endStrap(shop: Shop, { id }: AccountInput<'endStrap'>, member: Member) {
  await shop.db.transaction(async (tx) => {
    await lockOwnMembership(tx, member, id, 'preferences')
    await tx.delete(sharedStraps).where(eq(sharedStraps.membershipId, id))
  })
  return readMembership(shop, member, id)
}

async function countPunched(tx: Transaction, membershipId: string): Promise<number> {
  const [row] = await tx
    .select({ had: count() })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .where(and(eq(memberships.id, membershipId), punched))
  return row?.had ?? 0
}

/** The belts on a shared strap, oldest first; null if no strap has this address now. */
export async function strapAt(db: Database, token: string): Promise<StrapBelt[] | null> {
  if (!isStrapToken(token)) return null
  const rows = await db
    .select({ drop: boxes.drop, name: products.name })
    .from(sharedStraps)
    .innerJoin(memberships, eq(sharedStraps.membershipId, memberships.id))
    .innerJoin(boxes, and(eq(boxes.membershipId, memberships.id), punched))
    .innerJoin(products, eq(boxes.productId, products.id))
    .where(eq(sharedStraps.token, token))
    .orderBy(asc(boxes.drop), asc(boxes.ordinal))
  return rows.length > 0 ? rows : null
}
