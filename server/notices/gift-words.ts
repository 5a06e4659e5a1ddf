import type { CalendarDate } from '../../domain/calendar-date.ts'
import { cutOffDay, shipBy } from '../../domain/drop.ts'
import type { GiftWords } from '../../domain/gift-words.ts'
import { unsureSize } from '../../domain/sizing.ts'
import { type Gift, nextBox } from './load-gift.ts'

/** The last day on which a choice counts for the next belt; null where no cut-off is ahead. */
export function chooseByOf(gift: Gift, today: CalendarDate): CalendarDate | null {
  const ahead = gift.open.find((box) => box.drop > today.slice(0, 7))
  return ahead ? cutOffDay(ahead.drop) : null
}

/** What the mails of a gift say to its recipient on a day; null when no belt of it counts any more. */
export function giftWordsOf(gift: Gift, today: CalendarDate): GiftWords | null {
  const chooseBy = chooseByOf(gift, today)
  const first = chooseBy ? gift.open.find((box) => cutOffDay(box.drop) === chooseBy)! : nextBox(gift, today)
  if (!first) return null
  const isLater = gift.boxes[0]!.drop < first.drop
  return {
    recipientName: gift.address.fullName ?? '',
    senderName: gift.senderName,
    belts: gift.boxes.length,
    firstDrop: first.drop,
    shipBy: shipBy(first.drop),
    // Nothing can be chosen any more for a gift whose last cut-off has passed, unless a belt waits for it.
    picksStyle: gift.picksStyle && gift.open.length > 0,
    choosesSize: (gift.choosesSize || gift.membership.size === unsureSize) && gift.open.length > 0,
    chooseBy,
    ...(shipBy(first.drop) < today ? { isUnderway: 'over' } : isLater ? { isUnderway: 'next' } : {}),
  }
}
