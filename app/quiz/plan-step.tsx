import { useId } from 'react'
import { formatDate } from '../../domain/calendar-date.ts'
import { cartSubtotalCents } from '../../domain/cart.ts'
import { dropName } from '../../domain/drop.ts'
import { firstBelt, firstBoxText, sizePicker } from '../../domain/first-belt.ts'
import { formatCents } from '../../domain/money.ts'
import { findPlan, type Plan } from '../../domain/plan.ts'
import { nextChargeText, planDates } from '../../domain/plan-dates.ts'
import { type SaleStop, stopOf } from '../../domain/sale-stop.ts'
import { isTaxed } from '../../domain/tax.ts'
import { useCart } from '../browser/cart-storage.ts'
import { useShop } from '../shop/use-shop.ts'
import { useEditedId } from './quiz-storage.ts'
import { FirstSix, GiftReveal } from './reveal.tsx'
import { StopNote } from './stop-note.tsx'
import type { StepProps } from './use-quiz.ts'

export function PlanStep({ answers, answer, today }: StepProps) {
  const { plans, stops = [] } = useShop()
  const chosen = findPlan(plans, answers.selectedPlan ?? '')
  const isGift = answers.recipientType === 'gift'
  return (
    <>
      {!isGift && <FirstSix wish={answers} today={today} />}
      <fieldset className="choices">
        <legend className="sr">Plan</legend>
        {plans.map((plan) => (
          <PlanChoice
            key={plan.id}
            plan={plan}
            checked={plan === chosen}
            stop={stopOf(stops, { ...answers, planId: plan.id }, today)}
            onChange={() => answer((before) => ({ ...before, selectedPlan: plan.id }))}
          />
        ))}
      </fieldset>
      <StopNote answers={answers} today={today} />
      <PlanDates plan={chosen} today={today} answers={answers} />
      <p className="small quiet">Billing starts today. First shipment in next month's drop.</p>
      {/* Its text names the plan's number of belts, so it comes after the choice. */}
      {isGift && <GiftReveal answers={answers} today={today} />}
    </>
  )
}

type PlanChoiceProps = { plan: Plan; checked: boolean; stop: SaleStop | undefined; onChange: () => void }

function PlanChoice({ plan, checked, stop, onChange }: PlanChoiceProps) {
  const id = useId()
  const billed = plan.months === 1 ? 'Billed each month' : plan.billing
  return (
    <label className="choice pick">
      <input
        className="tick"
        type="radio"
        name="quiz-plan"
        value={plan.id}
        checked={checked}
        // What is chosen already can still be seen, and its step can't be left.
        disabled={stop !== undefined && !checked}
        onChange={onChange}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-billed ${id}-price`}
      />
      <span>
        <b id={`${id}-name`}>{plan.name}</b>
        {plan.popular && <span className="tag">Best Value</span>}
        <small className="num" id={`${id}-billed`}>
          {billed}
          {plan.originalPrice && `, was ${plan.originalPrice} a month`}
          {stop?.untilDay && `, back on ${formatDate(stop.untilDay)}`}
        </small>
      </span>
      <span className="r num" id={`${id}-price`}>
        <span className="p">{plan.price}</span>
        <small>{plan.period}</small>
        {plan.savings && (
          <small>
            <em>{plan.savings}</em>
          </small>
        )}
      </span>
    </label>
  )
}

type PlanDatesProps = { plan: Plan | undefined } & Pick<StepProps, 'answers' | 'today'>

/** What paying today buys, in dates. Always four rows, so that choosing moves nothing. */
function PlanDates({ plan, today, answers }: PlanDatesProps) {
  const { recipientType, size, shippingDetails } = answers
  const isGift = recipientType === 'gift'
  const { calendar, plans, taxedStates } = useShop()
  const editedId = useEditedId()
  const dates = planDates(today, plan ?? { months: 1 }, isGift, calendar)
  const picker = sizePicker({ recipientType: isGift ? 'gift' : 'self', shippingDetails })
  const others = (useCart() ?? []).filter(({ id }) => id !== editedId)
  const othersCents = cartSubtotalCents(others, plans)
  const states = [shippingDetails.state, ...others.map(({ shippingDetails }) => shippingDetails?.state ?? '')]
  const tax = states.some((each) => isTaxed(taxedStates, each)) ? ' plus tax' : ''
  const beside = others.length > 0 ? `, with the ${formatCents(othersCents)} in your cart` : ''
  return (
    <dl className="kv num">
      <dt>Today</dt>
      <dd>{plan ? `${formatCents(plan.stripeAmount + othersCents)}${tax}${beside}` : 'Choose a plan'}</dd>
      <dt>First box</dt>
      <dd>{firstBoxText(firstBelt(today, size ?? '', calendar), picker, today)}</dd>
      <dt>Paid through</dt>
      <dd>{plan ? `${dropName(dates.drops.at(-1)!)} drop` : 'Choose a plan'}</dd>
      <dt>Next charge</dt>
      <dd>
        {plan ? `${nextChargeText(dates)}${isGift ? '' : ', unless you cancel before'}` : 'Choose a plan'}
      </dd>
    </dl>
  )
}
