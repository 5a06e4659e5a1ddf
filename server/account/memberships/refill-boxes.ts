import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { boxes } from '../../../db/schema.ts'
import { boxState } from '../../../db/states.ts'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { isAheadOfCutOff } from '../../billing/next-drop.ts'

/**
 * Gives the boxes of a membership to the next curation, because what they need has changed: those without a belt, what
 * was held for it included, and until their cut-off those with one. After the cut-off a chosen belt stays chosen, since
 * nothing would choose another.
 * @param reasons why a box may be held that is free now
 * @param today the shop's day
 */
export async function refillBoxes(
  tx: Transaction,
  input: { membershipId: string; size?: string; reasons: string[]; today: CalendarDate; timeZone: string },
) {
  const { membershipId, size, reasons, today, timeZone } = input
  const isFree = and(eq(boxes.state, 'held'), inArray(boxes.holdReason, reasons))
  const isAhead = and(eq(boxes.state, 'assigned'), isAheadOfCutOff(sql`${boxes.drop}`, today, timeZone))
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
        // A parcel that a dispute holds stays as it was packed.
        isNull(boxes.packedAt),
        or(inArray(boxes.state, ['owed', 'held']), isAhead),
      ),
    )
}
