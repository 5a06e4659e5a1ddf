import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Plan } from '../../domain/plan.ts'
import { nextChargeText, perBeltText, planDates } from '../../domain/plan-dates.ts'
import { SectionLink } from '../layout/section-link.tsx'
import { quizSectionId } from '../shop/quiz-request.ts'
import { useShop } from '../shop/use-shop.ts'

type PlanCardProps = {
  plan: Plan
  /** features every plan has: on a phone they appear once, above the cards */
  shared: readonly string[]
  today: CalendarDate
}

/** A plan. Its links preselect it in the quiz, as a gift or not (spec §2 "Plans"). */
export function PlanCard({ plan, shared, today }: PlanCardProps) {
  const { calendar } = useShop()
  const title = `plans-${plan.id}`
  return (
    <article className={plan.popular ? 'plan plan-best' : 'plan'} aria-labelledby={title}>
      {plan.popular && <span className="best">Best Value</span>}
      <h3 id={title}>{plan.name}</h3>
      <p className="price num">
        {plan.price}
        <small>{plan.period}</small>
      </p>
      <p className="plan-sub num">
        {plan.originalPrice && <s>was {plan.originalPrice}</s>}
        {plan.savings && <b>{plan.savings}</b>}
        <span className="plan-billing">{plan.billing}</span>
        <span className="plan-billing">{perBeltText(plan)}</span>
      </p>
      <ul>
        {plan.features.map((feature) => (
          <li key={feature} className={shared.includes(feature) ? 'of-all' : undefined}>
            {feature}
          </li>
        ))}
      </ul>
      <p className="plan-next num">
        Next charge {nextChargeText(planDates(today, plan, false, calendar))}.{' '}
        <span className="plan-gift">A gift never renews.</span>
      </p>
      <div className="plan-go">
        <SectionLink
          section={quizSectionId}
          asks={{ planId: plan.id }}
          className={`btn ${plan.popular ? 'btn-1' : 'btn-2'} btn-wide`}
          describedBy={title}
        >
          Get Started
        </SectionLink>
        <SectionLink
          section={quizSectionId}
          gift
          asks={{ planId: plan.id }}
          className="btn btn-3"
          describedBy={title}
        >
          Give as Gift
        </SectionLink>
      </div>
    </article>
  )
}
