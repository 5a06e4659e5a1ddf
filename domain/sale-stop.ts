import type { CalendarDate } from './calendar-date.ts'

/** What can't be bought while its renewals are stopped (docs/decisions/130); null: every one. */
export type SaleStop = {
  planId: string | null
  style: string | null
  size: string | null
  /** the day from which it can be bought again; null: nobody has said */
  untilDay: CalendarDate | null
}

type Wish = { planId: string | null; styles: readonly string[]; size: string | null }

/** The stop that keeps a wish from being bought: as for members, a style counts if it's the only one wanted. */
export function stopOf(stops: readonly SaleStop[], wish: Wish, today: CalendarDate): SaleStop | undefined {
  return stops.find(
    ({ planId, style, size, untilDay }) =>
      (untilDay === null || untilDay > today) &&
      (planId === null || planId === wish.planId) &&
      (style === null || (wish.styles.length === 1 && wish.styles[0] === style)) &&
      (size === null || size === wish.size),
  )
}
