import type { GiftPageView } from '../../../domain/account/gift-calls.ts'
import { type Gender, styles } from '../../../domain/belt.ts'
import { sentStates } from '../../../domain/box.ts'
import { daysOf } from '../../../domain/drop-calendar.ts'
import { recipientChoosesSize } from '../../../domain/sizing.ts'
import { shopDay } from '../../billing/shop-day.ts'
import { chooseByOf } from '../../notices/gift-words.ts'
import type { Gift } from '../../notices/load-gift.ts'
import type { Shop } from '../../shop.ts'

/** A gift as its page shows it. Picked one by one: nothing of it is money (club.md "The gift"). */
export function giftPageViewOf(shop: Shop, gift: Gift): GiftPageView {
  const { membership, address, calendar } = gift
  const today = shopDay(shop)
  const open = new Set(gift.open.map((box) => box.id))
  return {
    recipientName: address.fullName ?? '',
    senderName: gift.senderName,
    message: gift.message,
    gender: membership.gender as Gender,
    styles: styles.filter((style) => membership.styles.includes(style)),
    size: membership.size === recipientChoosesSize ? '' : membership.size,
    address: {
      fullName: address.fullName ?? '',
      address: address.address ?? '',
      address2: address.address2 ?? '',
      city: address.city ?? '',
      state: address.state ?? '',
      zipCode: address.zipCode ?? '',
    },
    isChosen: !gift.picksStyle && !gift.choosesSize,
    chooseBy: chooseByOf(gift, today),
    boxes: gift.boxes.map(({ id, drop, state }) => ({
      drop,
      shipBy: daysOf(calendar, drop).shipBy,
      state: sentStates.includes(state)
        ? ('sent' as const)
        : open.has(id) && daysOf(calendar, drop).shipBy < today
          ? ('waiting' as const)
          : ('coming' as const),
      isOpen: open.has(id),
    })),
  }
}
