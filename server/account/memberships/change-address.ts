import { and, eq } from 'drizzle-orm'
import { boxState } from '../../../db/schema/states.ts'
import { boxes, memberships } from '../../../db/schema.ts'
import type { AccountInput, AccountReply } from '../../../domain/account/contracts.ts'
import { isReachable, stateCode, type TypedAddress, typedAddressProblems } from '../../../domain/address.ts'
import { ShopError } from '../../../domain/errors.ts'
import { countHit } from '../../limits/count-hits.ts'
import type { Member } from '../../members/member.ts'
import { lockOwnMembership, requireOwnMembership } from '../../members/own-membership.ts'
import { verdictOf } from '../../parcels/check-address.ts'
import { receiverOf } from '../../parcels/labels.ts'
import type { Shop } from '../../shop/shop.ts'
import { readMembership } from './read-account.ts'

/**
 * Changes the address of all unpacked boxes, and releases those on hold for one.
 * @throws ShopError 'invalid_body' naming what is missing or wrong
 */
export async function changeAddress(shop: Shop, input: AccountInput<'changeAddress'>, member: Member) {
  const { id, ...address } = input
  await requireOwnMembership(shop, member, id, 'preferences')
  requireAddress(address)
  await shop.db.transaction(async (tx) => {
    const locked = await lockOwnMembership(tx, member, id, 'preferences')
    await tx
      .update(memberships)
      .set({ address: { ...(locked.address as object), ...address, state: stateCode(address.state) } })
      .where(eq(memberships.id, id))
    await tx
      .update(boxes)
      .set({ state: boxState.to('owed', boxes.state), holdReason: null })
      .where(and(eq(boxes.membershipId, id), eq(boxes.state, 'held'), eq(boxes.holdReason, 'address')))
  })
  return readMembership(shop, member, id)
}

/**
 * Checks that a package can reach an address.
 * @throws ShopError 'invalid_body' naming what is missing or wrong
 */
export function requireAddress(address: TypedAddress) {
  const fields = typedAddressProblems(address)
  const [first] = Object.values(fields)
  if (first) throw new ShopError('invalid_body', first, { fields })
}

/** Address checks per member and hour: the carrier may charge for each. */
const mostAsked = 20

/** Checks an address with the carrier before the member saves it. If there's no carrier or no answer, reports nothing. */
export async function checkOwnAddress(
  shop: Shop,
  input: AccountInput<'checkAddress'>,
  member: Member,
): Promise<AccountReply<'checkAddress'>> {
  const nothing = { problem: null, suggestion: null }
  // Missing or invalid fields are reported when the address is saved.
  const isWhole = isReachable(input) && input.address.trim() !== '' && input.city.trim() !== ''
  if (!isWhole || !shop.carrier || (await countHit(shop, 'address-check', member.email)) > mostAsked)
    return nothing
  try {
    const { problem, suggestion: known } = await verdictOf(shop.carrier, receiverOf(input))
    const suggestion = known && {
      ...{ address: known.street1, address2: known.street2, city: known.city },
      ...{ state: known.state, zipCode: known.zip },
    }
    return { problem, suggestion }
  } catch (error) {
    shop.log.warn({ error }, 'an address could not be checked; it is taken as it was typed')
    return nothing
  }
}
