import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { boxState } from '../../../db/schema/states.ts'
import { boxes, memberships } from '../../../db/schema.ts'
import type { AccountInput, AccountReply } from '../../../domain/account/contracts.ts'
import { isReachable, stateCode, type TypedAddress, typedAddressProblems } from '../../../domain/address.ts'
import { styles } from '../../../domain/belt.ts'
import { ShopError } from '../../../domain/errors.ts'
import { measuredFor } from '../../../domain/measured.ts'
import { beltSizes } from '../../../domain/sizing.ts'
import { isAheadOfCutOff } from '../../ledger/next-drop.ts'
import { causedBy } from '../../limits/causer.ts'
import { countHit } from '../../limits/count-hits.ts'
import type { Member } from '../../members/member.ts'
import { lockOwnMembership, requireOwnMembership } from '../../members/own-membership.ts'
import { settleOrder } from '../../members/settle-order.ts'
import { verdictOf } from '../../parcels/check-address.ts'
import { receiverOf } from '../../parcels/labels.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { readMembership } from './read-account.ts'

/** Sets the styles from now on; boxes before their cut-off get a belt chosen again. */
export async function changeStyles(shop: Shop, input: AccountInput<'changeStyles'>, member: Member) {
  const { id } = input
  await requireOwnMembership(shop, member, id, 'preferences')
  const chosen = styles.filter((style) => input.styles.includes(style))
  await shop.db.transaction(async (tx) => {
    const locked = await lockOwnMembership(tx, member, id, 'preferences')
    if (chosen.join() === locked.styles.join()) return
    await tx.update(memberships).set({ styles: chosen }).where(eq(memberships.id, id))
    await settleOrder(tx, locked.orderItemId)
    await refillBoxes(tx, shop, { membershipId: id, reasons: ['unseen', 'stock'] })
  })
  return readMembership(shop, member, id)
}

/**
 * Sets the size from the next box on that can still be changed, and releases boxes on hold for a size.
 * @throws ShopError 'invalid_body' for a size the shop doesn't have
 */
export async function changeSize(shop: Shop, input: AccountInput<'changeSize'>, member: Member) {
  const { id, size } = input
  const { gender } = await requireOwnMembership(shop, member, id, 'preferences')
  if (!beltSizes[gender].includes(size)) {
    const sentence = 'Choose one of the sizes in the list.'
    throw new ShopError('invalid_body', sentence, { fields: { size: sentence } })
  }
  await shop.db.transaction(async (tx) => {
    const locked = await lockOwnMembership(tx, member, id, 'preferences')
    const measured = measuredFor(gender, size, input.measured)
    if (locked.size === size && measured === null) return
    await tx
      .update(memberships)
      .set({ size, ...(measured === null ? {} : { measuredInches: measured }) })
      .where(eq(memberships.id, id))
    if (locked.size === size) return
    await settleOrder(tx, locked.orderItemId)
    await refillBoxes(tx, shop, { membershipId: id, size, reasons: ['size', 'unseen', 'stock', 'belt'] })
  })
  return readMembership(shop, member, id)
}

/**
 * Returns a membership's boxes to the next curation, because their needs changed. That covers boxes without a belt, and
 * before their cut-off those with one. After the cut-off a chosen belt stays, because no curation would choose another.
 * @param reasons hold reasons that no longer apply: boxes held for them are released
 * @param keepsBelts every chosen belt stays
 */
export async function refillBoxes(
  tx: Transaction,
  shop: Shop,
  input: { membershipId: string; size?: string; reasons: string[]; keepsBelts?: boolean },
) {
  const { membershipId, size, reasons, keepsBelts } = input
  const isFree = and(eq(boxes.state, 'held'), inArray(boxes.holdReason, reasons))
  const isAhead = isAheadOfCutOff(sql`${boxes.drop}`, shopDay(shop), shop.config.timeZone)
  await tx
    .update(boxes)
    .set({
      productId: null,
      isChosen: false,
      state: sql`case when ${isFree} or ${boxes.state} in ${boxState.list('assigned')} then ${boxState.to('owed', boxes.state)} else ${boxes.state} end`,
      holdReason: sql`case when ${isFree} then null else ${boxes.holdReason} end`,
      ...(size ? { size } : {}),
    })
    .where(
      and(
        eq(boxes.membershipId, membershipId),
        eq(boxes.kind, 'owed'),
        // A package held by a dispute stays as it was packed.
        isNull(boxes.packedAt),
        or(
          inArray(boxes.state, ['owed', 'held']),
          keepsBelts ? undefined : and(eq(boxes.state, 'assigned'), isAhead),
        ),
      ),
    )
}

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
  if (
    !isWhole ||
    !shop.carrier ||
    (await countHit(shop, 'address-check', causedBy.member(member.email))) > mostAsked
  )
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
