import type { MembershipView } from '../../../domain/account/account-view.ts'
import type { Gender } from '../../../domain/belt.ts'
import { leftStates, voidStates } from '../../../domain/box.ts'
import type { CartItem, CartShipping } from '../../../domain/cart.ts'
import { daysOf } from '../../../domain/drop-calendar.ts'
import { oneLine } from '../../../domain/names.ts'
import { nextOf } from '../../billing/next-drop.ts'
import { shopDay } from '../../billing/shop-day.ts'
import type { Shop } from '../../shop.ts'
import { rightsOf } from '../own-membership.ts'
import type { Loaded } from './load-memberships.ts'
import { viewBox } from './view-box.ts'
import { viewMoney } from './view-money.ts'
import { viewTaste } from './view-taste.ts'

/**
 * A membership for one reader: money for who pays, taste for who wears (club.md "Words"). What the reader has no right
 * to is not in the answer at all.
 */
export async function viewMembership(shop: Shop, loaded: Loaded, email: string): Promise<MembershipView> {
  const { membership, item } = loaded
  const rights = rightsOf(membership, email)
  const mayPay = rights.includes('money')
  const mayChoose = rights.includes('taste')
  const { timeZone } = shop.config
  const { drop: next } = await nextOf(shop.db, membership, shopDay(shop), timeZone, loaded.calendar)
  const days = next && daysOf(loaded.calendar, next)
  // A replacement stands for a box that was counted.
  const counted = loaded.boxes
    .map(({ box }) => box)
    .filter((box) => box.kind === 'owed' && !voidStates.includes(box.state))
  const [lastPayment] = loaded.payments
  const term = counted.filter((box) => box.paymentId === lastPayment?.id)
  const nextBox = counted.find((box) => box.drop === next)
  const cart = item.preferences as CartItem | null
  return {
    id: membership.id,
    role: !membership.isGift && mayPay ? 'own' : mayPay ? 'giver' : 'recipient',
    wearer: oneLine((membership.address as Partial<CartShipping>).fullName),
    giver: membership.isGift ? oneLine(cart?.giftDetails?.senderName) || null : null,
    isGift: membership.isGift,
    status: membership.status,
    gender: membership.gender as Gender,
    sentCount: counted.filter((box) => leftStates.includes(box.state)).length,
    term: { sent: term.filter((box) => leftStates.includes(box.state)).length, count: term.length },
    lastDrop: counted.at(-1)?.drop ?? null,
    next:
      next && days
        ? {
            drop: next,
            changeUntil: days.cutOffDay,
            shipBy: days.shipBy,
            isPaid: nextBox !== undefined,
            holdReason: nextBox?.state === 'held' ? nextBox.holdReason : null,
          }
        : null,
    boxes: loaded.boxes.map(({ box, belt }) => viewBox(shop, box, belt, loaded.calendar)),
    money: mayPay ? await viewMoney(shop, loaded) : null,
    taste: mayChoose ? await viewTaste(shop, loaded, next, mayPay) : null,
  }
}
