import { Fragment, useId } from 'react'
import { type CalendarDate, formatDate } from '../../domain/calendar-date.ts'
import { type CartItem, hasGift } from '../../domain/cart.ts'
import { nextCharge } from '../../domain/drop.ts'
import { formatCents } from '../../domain/money.ts'
import { findPlan } from '../../domain/plan.ts'
import { isCalifornia } from '../../domain/tax.ts'
import { useShop } from '../layout/use-shop.ts'
import { FieldError } from '../ui/text-field.tsx'

type RenewalConsentProps = {
  cart: CartItem[]
  /** integer cents that a promotion code takes off every later payment of each item, in the cart's order */
  renewalDiscounts: readonly number[]
  checked: boolean
  onChange: (checked: boolean) => void
  error: string | undefined
}

/**
 * Where something renews: how much, how often, when next and how to stop, beside the pay button, with a box of its own
 * that nobody has ticked before (club.md "Renewal law").
 */
export function RenewalConsent({ cart, renewalDiscounts, checked, onChange, error }: RenewalConsentProps) {
  const id = useId()
  const { today, supportEmail } = useShop()
  const renewing = cart
    .map((item, index) => ({ item, discountCents: renewalDiscounts[index] ?? 0 }))
    .filter(({ item }) => item.recipientType === 'self')
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
          {renewing.map(({ item, discountCents }) => (
            <Fragment key={item.id}>
              <Terms item={item} discountCents={discountCents} today={today} />{' '}
            </Fragment>
          ))}
          I can cancel anytime by writing to {supportEmail}.{hasGift(cart) && ' The gift does not renew.'}
        </span>
      </label>
      <FieldError id={id} error={error} />
    </div>
  )
}

function Terms({
  item,
  discountCents,
  today,
}: {
  item: CartItem
  discountCents: number
  today: CalendarDate
}) {
  const plan = findPlan(item.planId)
  if (!plan) return null
  return (
    <>
      My {plan.name} plan renews at <b>{formatCents(plan.stripeAmount - discountCents)}</b>
      {isCalifornia(item.shippingDetails?.state ?? '') && ' plus tax'}{' '}
      {plan.months === 1 ? 'every month' : `every ${plan.months} months`}, next on{' '}
      <b>{formatDate(nextCharge(today, plan.months))}</b>, until I cancel.
    </>
  )
}
