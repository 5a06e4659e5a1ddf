import type { OutcomeView, TasteView } from '../../../domain/account/account-view.ts'
import { unpackedStates, voidStates } from '../../../domain/box.ts'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import type { CartShipping } from '../../../domain/cart.ts'
import { addDrops, type Drop, dropsBetween, firstDrop } from '../../../domain/drop.ts'
import { type DropCalendar, isBeforeCutOff, moving } from '../../../domain/drop-calendar.ts'
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
  const owed = loaded.boxes.map(({ box }) => box).filter(({ kind }) => kind === 'owed')
  const drops = movableDrops(owed, calendar, today)
  const last = owed.findLast(({ state }) => !voidStates.includes(state))?.drop ?? null
  // Without a box the drop is paid by the next charge.
  const unpaid = drops.length > 0 ? null : { calendar, last }
  const outcome = (wished: number): OutcomeView => {
    const moved = moving(calendar, { from: from ?? firstDrop(today), drops, months: wished })
    return {
      nextDrop: moved.drops[0] ?? (from && addDrops(from, moved.months)),
      nextChargeOn: mayPay && membership.renews ? movedCharge(membership, moved.months, today, unpaid) : null,
      lastDrop: moved.drops.at(-1) ?? null,
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

/** The drops of the boxes that a change of months moves, in order. */
function movableDrops(owed: Loaded['boxes'][number]['box'][], calendar: DropCalendar, today: CalendarDate) {
  const movable = owed.filter(
    ({ state, drop, packedAt }) =>
      unpackedStates.includes(state) && packedAt === null && isBeforeCutOff(calendar, drop, today),
  )
  return [...new Set(movable.map(({ drop }) => drop))]
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
