import { eq } from 'drizzle-orm'
import { boxes, exchanges } from '../../../db/schema.ts'
import { ShopError } from '../../../domain/errors.ts'
import { findBox } from '../../exchanges/sent-box.ts'
import { type Member, mailboxesOf } from '../../members/member.ts'
import { type Right, rightsToBox } from '../../members/own-membership.ts'
import type { Shop } from '../../shop/shop.ts'

/**
 * A box of the signed-in member, and what they may decide: taste, money, or both.
 * @throws ShopError 'not_found', also for someone else's box, so that no one learns that it exists
 */
export async function requireOwnBox(shop: Shop, member: Pick<Member, 'email'>, boxId: string) {
  const found = await findBox(shop.db, boxId)
  const rights = rightsToBox(found.box, found.membership, await mailboxesOf(shop.db, member.email))
  if (rights.length > 0) return { ...found, rights }
  throw notTheirs()
}

/** Who decides on an exchange: the payer on a refund, the wearer on anything else. */
export function mayDecide(rights: Right[], remedy: string | undefined): boolean {
  return rights.includes(remedy === 'refund' ? 'money' : 'preferences')
}

/** @throws ShopError 'not_found' if someone else decides on this remedy */
export function requireRight(rights: Right[], remedy: string | undefined) {
  if (!mayDecide(rights, remedy)) throw notTheirs()
}

/**
 * The box of an exchange the signed-in member decides on.
 * @param remedy what they decide on; absent: the remedy asked for
 * @throws ShopError 'not_found', also if someone else decides on it
 */
export async function requireOwnExchange(
  shop: Shop,
  member: Pick<Member, 'email'>,
  exchangeId: string,
  remedy?: string,
) {
  const [found] = await shop.db
    .select({ boxId: boxes.id, remedy: exchanges.remedy })
    .from(exchanges)
    .innerJoin(boxes, eq(exchanges.boxId, boxes.id))
    .where(eq(exchanges.id, exchangeId))
  if (!found) throw notTheirs()
  const { rights } = await requireOwnBox(shop, member, found.boxId)
  requireRight(rights, remedy ?? found.remedy)
  return found.boxId
}

function notTheirs(): ShopError {
  return new ShopError('not_found', 'We can’t find that belt. Reload the page.')
}
