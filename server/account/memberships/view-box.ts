import type { boxes, products } from '../../../db/schema.ts'
import type { BoxView } from '../../../domain/account/account-view.ts'
import { leftStates } from '../../../domain/box.ts'
import { type DropCalendar, daysOf } from '../../../domain/drop-calendar.ts'
import { trackingOf } from '../../../domain/tracking.ts'
import { shopDay } from '../../billing/shop-day.ts'
import type { Shop } from '../../shop.ts'

/** States in which a belt is known to its member: before, the choice may still change. */

/** One row of the ledger without what it is worth: a recipient reads it, too. */
export function viewBox(
  shop: Shop,
  box: typeof boxes.$inferSelect,
  belt: typeof products.$inferSelect | null,
  calendar: DropCalendar,
): BoxView {
  const day = (at: Date | null) => at && shopDay(shop, at)
  const isKnown = leftStates.includes(box.state)
  const tracking = box.trackingNumber ? trackingOf(box.trackingNumber) : null
  return {
    id: box.id,
    drop: box.drop,
    shipBy: daysOf(calendar, box.drop).shipBy,
    state: box.state as BoxView['state'],
    isReplacement: box.kind === 'replacement',
    holdReason: box.holdReason,
    size: box.size,
    belt:
      belt && isKnown
        ? { id: belt.id, name: belt.name, imageUrl: belt.imageUrl, imageAlt: belt.imageAlt }
        : null,
    tracking: box.trackingNumber
      ? {
          number: box.trackingNumber,
          carrier: tracking?.carrier ?? null,
          link: tracking?.link ?? null,
        }
      : null,
    shippedOn: day(box.shippedAt),
    deliveredOn: day(box.deliveredAt),
  }
}
