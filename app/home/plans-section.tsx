import { type CalendarDate, formatDay } from '../../domain/calendar-date.ts'
import { firstBoxText, planDates } from '../../domain/plan-dates.ts'
import { useShop } from '../layout/use-shop.ts'
import { PlanCard } from './plan-card.tsx'
import './plans-section.css'

/** @param today the shop's day: what is bought on it ships with the drop named below the cards */
export function PlansSection({ today }: { today: CalendarDate }) {
  const { calendar, plans } = useShop()
  return (
    <section className="section band" id="plans" tabIndex={-1} aria-labelledby="plans-title">
      <div className="wrap">
        <div className="sec-head">
          <h2 id="plans-title">Plans</h2>
          <p className="lead">One belt a month, whichever you choose. Paying ahead costs less.</p>
        </div>
        <div className="plans">
          {plans.map((plan) => (
            <PlanCard key={plan.id} plan={plan} today={today} />
          ))}
        </div>
        <p className="foot-note">
          Billing starts today. First shipment in next month's drop.{' '}
          <span>
            Today, {formatDay(today)}, that is the{' '}
            {firstBoxText(planDates(today, { months: 1 }, false, calendar))}.
          </span>
        </p>
      </div>
    </section>
  )
}
