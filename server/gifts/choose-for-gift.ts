import { and, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { boxState } from '../../db/schema/states.ts'
import { boxes, memberships } from '../../db/schema.ts'
import type { AccountInput } from '../../domain/account/contracts.ts'
import { requiredAddress, stateCode } from '../../domain/address.ts'
import { styles } from '../../domain/belt.ts'
import { ShopError } from '../../domain/errors.ts'
import { measuredFor } from '../../domain/measured.ts'
import type { AddressView } from '../../domain/membership-view.ts'
import { isSizeOption, unsureSize } from '../../domain/sizing.ts'
import { refillBoxes, requireAddress } from '../account/memberships/change-preferences.ts'
import { lockMembership, type Membership } from '../ledger/find-membership.ts'
import type { AccountCaller, Member } from '../members/member.ts'
import { settleOrder } from '../members/settle-order.ts'
import type { Shop } from '../shop/shop.ts'
import { loadGift } from './load-gift.ts'
import { findGift, giftPageViewOf, limitGiftCalls } from './open-gift.ts'

type Choice = AccountInput<'chooseForGift'>

/**
 * Saves a gift recipient's size, styles and address, for every belt whose cut-off is still ahead; belts held for them are
 * released. A later choice replaces an earlier one. "Not sure" is a valid size: a measuring guide comes with the first belt
 * (spec §2).
 * @throws ShopError 'not_found' for an expired link, 'invalid_body' naming what is missing, 'too_many_requests'
 */
export async function chooseForGift(
  shop: Shop,
  input: Choice,
  _member: Member | null,
  caller: AccountCaller,
) {
  await limitGiftCalls(shop, input.token, caller.address)
  const { membership } = await findGift(shop, input.token)
  if (!isSizeOption(input.size, membership.gender, false)) {
    const sentence = 'Choose your belt size, or tell us you’re not sure.'
    throw new ShopError('invalid_body', sentence, { fields: { size: sentence } })
  }
  requireAddress(input.address)
  return shop.db.transaction(async (tx) => {
    const locked = await lockMembership(tx, membership.id)
    const locking = { ...shop, db: tx }
    // A handover may just have closed the link: the belts, and the address, are someone else's.
    await findGift(locking, input.token)
    await keepChoice(tx, shop, locked, input)
    // Its last choice may have closed the link: it still gets an answer.
    return giftPageViewOf(shop, (await loadGift(locking, membership.id))!)
  })
}

/**
 * The choice, with what is saved now in place of what its page left as it was: the page may have been open for days, and
 * someone else, or its reader elsewhere, may have changed that since.
 */
function withNewer({ was, ...choice }: Choice, locked: Membership): Omit<Choice, 'token' | 'was'> {
  if (!was) return choice
  const now = {
    size: isSizeOption(locked.size, locked.gender, false) ? locked.size : choice.size,
    styles: styles.filter((style) => locked.styles.includes(style)),
    address: locked.address as AddressView,
  }
  const isWhole = Object.keys(requiredAddress).every((key) => now.address[key as keyof AddressView]?.trim())
  return {
    size: was.size === choice.size ? now.size : choice.size,
    styles: stylesIn(was) === stylesIn(choice) && now.styles.length > 0 ? now.styles : choice.styles,
    address: isWhole && placeIn(was) === placeIn(choice) ? now.address : choice.address,
  }
}

const stylesIn = (choice: Pick<Choice, 'styles'>) =>
  styles.filter((style) => choice.styles.includes(style)).join()

function placeIn({
  address: { fullName, address, address2, city, state, zipCode },
}: Pick<Choice, 'address'>) {
  return [fullName, address, address2, city, stateCode(state), zipCode].join('\n')
}

async function keepChoice(tx: Transaction, shop: Shop, locked: Membership, input: Choice) {
  const { id } = locked
  const { size, ...choice } = withNewer(input, locked)
  const chosen = styles.filter((style) => choice.styles.includes(style))
  const address = { ...(locked.address as object), ...choice.address, state: stateCode(choice.address.state) }
  const measured = measuredFor(locked.gender, size, choice.measured)
  const needsGuide = locked.needsGuide || size === unsureSize
  await tx
    .update(memberships)
    .set({
      styles: chosen,
      size,
      address,
      needsGuide,
      ...(measured === null ? {} : { measuredInches: measured }),
    })
    .where(eq(memberships.id, id))
  if (size !== locked.size || chosen.join() !== locked.styles.join()) {
    await refillBoxes(tx, shop, { membershipId: id, size, reasons: ['size', 'unseen', 'stock', 'belt'] })
  }
  await tx
    .update(boxes)
    .set({ state: boxState.to('owed', boxes.state), holdReason: null })
    .where(
      and(
        eq(boxes.membershipId, id),
        eq(boxes.state, 'held'),
        inArray(boxes.holdReason, ['size', 'address']),
      ),
    )
  await settleOrder(tx, locked.orderItemId)
}
