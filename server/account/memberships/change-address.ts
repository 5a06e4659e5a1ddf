import { and, eq } from 'drizzle-orm'
import { boxState } from '../../../db/schema/states.ts'
import { boxes, memberships } from '../../../db/schema.ts'
import type { AccountInput } from '../../../domain/account/calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import { lockMembership } from '../../ledger/find-membership.ts'
import type { Member } from '../../members/member.ts'
import { requireOwnMembership } from '../../members/own-membership.ts'
import type { Shop } from '../../shop/shop.ts'
import { readMembership } from './read-account.ts'

// The sentences of the quiz's address (spec §5).
const required = {
  fullName: 'Full name is required',
  address: 'Address is required',
  city: 'City is required',
  state: 'State is required',
  zipCode: 'ZIP code is required',
} as const

/**
 * Sends every box that is not packed to another address; one that was held for it goes on.
 * @throws ShopError 'invalid_body' that names what is missing
 */
export async function changeAddress(shop: Shop, input: AccountInput<'changeAddress'>, member: Member) {
  const { id, ...address } = input
  await requireOwnMembership(shop, member, id, 'taste')
  requireAddress(address)
  await shop.db.transaction(async (tx) => {
    const locked = await lockMembership(tx, id)
    await tx
      .update(memberships)
      .set({ address: { ...(locked.address as object), ...address } })
      .where(eq(memberships.id, id))
    await tx
      .update(boxes)
      .set({ state: boxState.to('owed', boxes.state), holdReason: null })
      .where(and(eq(boxes.membershipId, id), eq(boxes.state, 'held'), eq(boxes.holdReason, 'address')))
  })
  return readMembership(shop, member, id)
}

/**
 * That an address has what a parcel needs.
 * @throws ShopError 'invalid_body' that names what is missing
 */
export function requireAddress(address: Record<keyof typeof required, string>) {
  const missing = (Object.keys(required) as (keyof typeof required)[]).filter((key) => address[key] === '')
  if (missing.length === 0) return
  throw new ShopError('invalid_body', required[missing[0]!], {
    fields: Object.fromEntries(missing.map((key) => [key, required[key]])),
  })
}
