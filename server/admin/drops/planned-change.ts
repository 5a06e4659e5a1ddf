import type { AdminInput } from '../../../domain/admin/calls.ts'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { addDrops, type Drop, dropTitle } from '../../../domain/drop.ts'
import { type DropCalendar, monthsOn } from '../../../domain/drop-calendar.ts'
import { ShopError } from '../../../domain/errors.ts'
import { shopDay } from '../../billing/shop-day.ts'
import type { Shop } from '../../shop.ts'

/**
 * A change of a drop as it would be told and done.
 * @throws ShopError 'invalid_body' without the day or month it needs, 'not_possible' where the drop is not so
 */
export function plannedChange(
  shop: Shop,
  input: AdminInput<'changeDrop'>,
  row: { state: string; shipBy: CalendarDate; cutOffAt?: Date },
  calendar: DropCalendar,
) {
  const { drop, kind, words } = input
  const isHeld = row.state === 'held'
  const title = dropTitle(drop)
  if (kind === 'hold' && isHeld) throw new ShopError('not_possible', `The drop of ${title} is held already.`)
  if (kind === 'release' && !isHeld) throw new ShopError('not_possible', `The drop of ${title} is not held.`)
  if (kind === 'ship-by' && isHeld) {
    throw new ShopError('not_possible', `The drop of ${title} is held. Release it, with its new day.`)
  }
  const today = shopDay(shop)
  if (kind === 'month' && drop <= today.slice(0, 7)) {
    throw new ShopError(
      'not_possible',
      `The month of the ${title} drop has begun and its charges are made. Move its ship-by day instead.`,
    )
  }
  if (kind === 'month' && row.cutOffAt && row.cutOffAt < shop.now()) {
    throw new ShopError(
      'not_possible',
      `The cut-off of the ${title} drop is over: its boxes stay in it. Move its ship-by day instead, or set a later cut-off first.`,
    )
  }
  return {
    ...{ drop, kind, words: words.trim() },
    was: row.shipBy,
    shipBy: kind === 'ship-by' || kind === 'release' ? dayOf(input.shipBy, today) : null,
    toDrop: kind === 'month' ? monthOf(drop, input.months, calendar) : null,
  }
}

function dayOf(shipBy: CalendarDate | undefined, today: CalendarDate): CalendarDate {
  const sentence = 'Choose the day by which the boxes ship now: today or later.'
  if (shipBy && shipBy >= today) return shipBy
  throw new ShopError('invalid_body', sentence, { fields: { shipBy: sentence } })
}

function monthOf(drop: Drop, months: number | undefined, calendar: DropCalendar): Drop {
  const sentence = 'Choose by how many months everything moves.'
  if (months) return addDrops(drop, monthsOn(calendar, drop, months))
  throw new ShopError('invalid_body', sentence, { fields: { months: sentence } })
}
