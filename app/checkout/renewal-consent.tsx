import { Fragment, useId } from 'react'
import { type CalendarDate, formatDate } from '../../domain/calendar-date.ts'
import { type CartItem, hasGift, renewingPlans } from '../../domain/cart.ts'
import { nextCharge } from '../../domain/drop.ts'
import { formatCents } from '../../domain/money.ts'
import type { Plan } from '../../domain/plan.ts'
import { useShop } from '../layout/use-shop.ts'
import { FieldError } from '../ui/text-field.tsx'

type RenewalConsentProps = {
  cart: CartItem[]
  checked: boolean
  onChange: (checked: boolean) => void
  error: string | undefined
}

/**
 * Where something renews: how much, how often, when next and how to stop, beside the pay button, with a box of its own
 * that nobody has ticked before (club.md "Renewal law").
 */
export function RenewalConsent({ cart, checked, onChange, error }: RenewalConsentProps) {
  const id = useId()
  const { today, supportEmail } = useShop()
  const renewing = renewingPlans(cart)
  if (renewing.length === 0) return null
  return (
    <div>
      <label className="agree">
        <input
          className="tick sq"
          type="checkbox"
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>
          {renewing.map((plan, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two items may have the same plan, and none ever moves
            <Fragment key={index}>
              <Terms plan={plan} today={today} />{' '}
            </Fragment>
          ))}
          I can cancel anytime by writing to {supportEmail}.{hasGift(cart) && ' The gift does not renew.'}
        </span>
      </label>
      <FieldError id={id} error={error} />
    </div>
  )
}

function Terms({ plan, today }: { plan: Plan; today: CalendarDate }) {
  return (
    <>
      My {plan.name} plan renews at <b>{formatCents(plan.stripeAmount)}</b> plus tax{' '}
      {plan.months === 1 ? 'every month' : `every ${plan.months} months`}, next on{' '}
      <b>{formatDate(nextCharge(today, plan.months))}</b>, until I cancel.
    </>
  )
}
