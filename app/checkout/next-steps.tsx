import { addDays, type CalendarDate, formatDay } from '../../domain/calendar-date.ts'
import { daysOf, landing } from '../../domain/drop-calendar.ts'
import { useShop } from '../layout/use-shop.ts'

type NextStepsProps = {
  /** the shop's day of the payment */
  paidOn: CalendarDate
  /** names of the people who are given belts */
  gifts: string[]
}

/** What happens next, with its dates (spec §2, §9). */
export function NextSteps({ paidOn, gifts }: NextStepsProps) {
  const { calendar } = useShop()
  const { cutOffDay, shipBy } = daysOf(calendar, landing(calendar, paidOn, 1).drops[0]!)
  const chosenOn = addDays(cutOffDay, 1)
  return (
    <section className="next-steps" aria-labelledby="next-steps-title">
      <h2 id="next-steps-title">What happens next</h2>
      <ol className="steps">
        <li className="on">
          <time dateTime={paidOn}>{formatDay(paidOn)}</time>
          <div>
            <h3>Order confirmation</h3>
            <p className="quiet">By email, with everything on this page.</p>
          </div>
        </li>
        <li>
          <time dateTime={chosenOn}>{formatDay(chosenOn)}</time>
          <div>
            <h3>First belt selection</h3>
            <p className="quiet">
              {gifts.length > 0
                ? `We choose from the drop. ${gifts.join(' and ')} hears from us on the day you chose, at 9:00.`
                : 'We choose yours from the drop.'}
            </p>
          </div>
        </li>
        <li>
          <time dateTime={shipBy}>By {formatDay(shipBy)}</time>
          <div>
            <h3>Shipping and delivery</h3>
            <p className="quiet">Tracking by email. The first belt takes 5-7 business days to ship.</p>
          </div>
        </li>
        <li>
          <span className="when">Every month</span>
          <div>
            <h3>Monthly deliveries</h3>
            <p className="quiet">Skip, pause or cancel anytime.</p>
          </div>
        </li>
      </ol>
    </section>
  )
}
