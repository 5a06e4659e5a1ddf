import type { OutcomeView, TasteView } from '../../../domain/account/account-view.ts'
import type { CartShipping } from '../../../domain/cart.ts'
import { addDrops, type Drop, dropsBetween, firstDrop } from '../../../domain/drop.ts'
import { isBeforeCutOff, monthsOn } from '../../../domain/drop-calendar.ts'
import { unpackedStates } from '../../billing/box-states.ts'
import { movedCharge } from '../../billing/moved-charge.ts'
import { longestPause } from '../../billing/pause-membership.ts'
import { monthsToResume } from '../../billing/resume-membership.ts'
import { shopDay } from '../../billing/shop-day.ts'
import type { Shop } from '../../shop.ts'
import type { Loaded } from './load-memberships.ts'

/**
 * What the wearer sees and changes, with the dates that each change of months would cause.
 * @param mayPay the wearer pays as well, and so may know of charges
 */
export async function viewTaste(
  shop: Shop,
  loaded: Loaded,
  next: Drop | null,
  mayPay: boolean,
): Promise<TasteView> {
  const { membership, calendar } = loaded
  const address = membership.address as Partial<CartShipping>
  const today = shopDay(shop)
  // An unpaid renewal waits for its card; nothing can be moved until then (move-drops.ts).
  const from = membership.status === 'past_due' ? null : next
  // Without a box the drop is paid by the next charge.
  const unpaid = loaded.boxes.some(({ box }) => box.drop === from && unpackedStates.includes(box.state))
    ? null
    : calendar
  const outcome = (wished: number): OutcomeView => {
    const months = from && wished > 0 ? monthsOn(calendar, from, wished) : wished
    return {
      nextDrop: from && addDrops(from, months),
      nextChargeOn: mayPay && membership.renews ? movedCharge(membership, months, today, unpaid) : null,
      lastDrop: lastPaidDrop(loaded, today, months),
    }
  }
  const isLater = from !== null && dropsBetween(firstDrop(today), from) > 0
  const back = isLater ? await monthsBack(shop, loaded) : 0
  return {
    size: membership.size,
    styles: membership.styles,
    address: {
      fullName: address.fullName ?? '',
      address: address.address ?? '',
      address2: address.address2 ?? '',
      city: address.city ?? '',
      state: address.state ?? '',
      zipCode: address.zipCode ?? '',
    },
    skip: from ? outcome(1) : null,
    pauses: from
      ? Array.from({ length: longestPause }, (_, index) => ({
          until: addDrops(from, index + 1),
          outcome: outcome(index + 1),
        }))
      : [],
    resume: back > 0 ? outcome(-back) : null,
  }
}

// Every box that is not packed moves, all by as many months; the last of them stays the last.
function lastPaidDrop({ boxes, calendar }: Loaded, today: string, months: number): Drop | null {
  const movable = boxes.filter(
    ({ box }) => unpackedStates.includes(box.state) && isBeforeCutOff(calendar, box.drop, today),
  )
  const last = movable.at(-1)?.box.drop
  return last ? addDrops(last, months) : null
}

// It asks the provider about the last bill. Without an answer the page stands, only this button is missing.
async function monthsBack(shop: Shop, { membership }: Loaded): Promise<number> {
  try {
    return await monthsToResume(shop, membership)
  } catch (error) {
    shop.log.warn({ error, membershipId: membership.id }, 'the provider did not say how far a pause reaches')
    return 0
  }
}
