import { and, eq } from 'drizzle-orm'
import { boxState } from '../../../db/schema/states.ts'
import { boxes, memberships } from '../../../db/schema.ts'
import type { AccountInput } from '../../../domain/account/contracts.ts'
import { stateCode, type TypedAddress, typedAddressProblems } from '../../../domain/address.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { Member } from '../../members/member.ts'
import { lockOwnMembership, requireOwnMembership } from '../../members/own-membership.ts'
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
