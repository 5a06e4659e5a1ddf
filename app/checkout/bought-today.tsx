import { formatDay } from '../../domain/calendar-date.ts'
import { firstBoxText, planDates } from '../../domain/plan-dates.ts'
import { useShop } from '../layout/use-shop.ts'
import { useToday } from '../layout/use-today.ts'

/** The dates of what is bought today, where this browser knows of no order. */
export function BoughtToday() {
  const today = useToday()
  const { calendar } = useShop()
  return (
    <p>
      Ordered today, {formatDay(today)}: first box in the{' '}
      {firstBoxText(planDates(today, { months: 1 }, true, calendar))}. The next charge is in your confirmation
      mail; a gift never renews.
    </p>
  )
}
