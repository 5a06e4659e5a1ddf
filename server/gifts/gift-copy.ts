import type { CalendarDate } from '../../domain/calendar-date.ts'
import { daysOf, isBeforeCutOff } from '../../domain/drop-calendar.ts'
import type { GiftCopy } from '../../domain/gift-copy.ts'
import { unsureSize } from '../../domain/sizing.ts'
import { type Gift, type GiftBox, nextBox } from './load-gift.ts'

/** Last day a choice counts for the next belt; null if no cut-off is ahead. */
export function chooseByDay(gift: Gift, today: CalendarDate): CalendarDate | null {
  const ahead = openBox(gift, today)
  return ahead ? daysOf(gift.calendar, ahead.drop).cutOffDay : null
}

// Skips belts past their cut-off, though they may still wait for a choice.
function openBox({ open, calendar }: Gift, today: CalendarDate): GiftBox | undefined {
  return open.find((box) => isBeforeCutOff(calendar, box.drop, today))
}

/** What a gift's emails tell its recipient on a given day; null if it has no belts left. */
export function giftCopyOf(gift: Gift, today: CalendarDate): GiftCopy | null {
  const chooseBy = chooseByDay(gift, today)
  const first = openBox(gift, today) ?? nextBox(gift, today)
  if (!first) return null
  const { shipBy } = daysOf(gift.calendar, first.drop)
  const isLater = gift.boxes[0]!.drop < first.drop
  return {
    recipientName: gift.address.fullName ?? '',
    senderName: gift.senderName,
    belts: gift.boxes.length,
    firstDrop: first.drop,
    shipBy,
    // After a gift's last cut-off nothing can be chosen, unless a belt is waiting for the choice.
    picksStyle: gift.picksStyle && gift.open.length > 0,
    choosesSize: (gift.choosesSize || gift.membership.size === unsureSize) && gift.open.length > 0,
    chooseBy,
    ...(shipBy < today ? { isUnderway: 'over' } : isLater ? { isUnderway: 'next' } : {}),
  }
}
