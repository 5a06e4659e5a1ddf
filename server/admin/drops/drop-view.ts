import type { drops } from '../../../db/schema.ts'
import type { BoxCounts, DropView } from '../../../domain/admin/drop-calls.ts'
import { calendarDateIn } from '../../../domain/calendar-date.ts'
import { cutOffDay, type Drop, shipBy } from '../../../domain/drop.ts'
import { dropStateOf } from '../../../domain/drop-state.ts'
import type { Shop } from '../../shop.ts'

type Known = {
  row: typeof drops.$inferSelect | undefined
  boxes: BoxCounts
  belts: { belts: number; active: number; pieces: number }
  isCurrent: boolean
}

/** A drop as the desk shows it; one that nobody has prepared has the days of the club's calendar. */
export function dropView(shop: Shop, drop: Drop, { row, boxes, belts, isCurrent }: Known): DropView {
  return {
    drop,
    cutOffDay: row ? calendarDateIn(shop.config.timeZone, row.cutOffAt) : cutOffDay(drop),
    shipBy: row?.shipBy ?? shipBy(drop),
    state: dropStateOf(boxes, row?.state === 'held'),
    belts: belts.belts,
    activeBelts: belts.active,
    pieces: belts.pieces,
    boxesOwed: boxes.owed + boxes.assigned + boxes.packed + boxes.held,
    isCurrent,
    isCreated: row !== undefined,
  }
}
