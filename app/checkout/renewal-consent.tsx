import { useId } from 'react'
import { renewalTerms } from '../../domain/renewal-terms.ts'
import { useShop } from '../layout/use-shop.ts'
import { FieldError } from '../ui/text-field.tsx'
import type { StartedCheckout } from './start-payment.ts'

type RenewalConsentProps = {
  started: StartedCheckout
  checked: boolean
  onChange: (checked: boolean) => void
  error: string | undefined
}

/**
 * Where something renews: how much, how often, when next and how to stop, beside the pay button, with a box of its own
 * that nobody has ticked before (club.md "Renewal law").
 */
export function RenewalConsent({ started, checked, onChange, error }: RenewalConsentProps) {
  const id = useId()
  const { today, supportEmail, calendar, plans } = useShop()
  const terms = renewalTerms({
    cart: started.cart,
    renewalDiscounts: started.promotion?.renewalDiscounts ?? [],
    today,
    supportEmail,
    calendar,
    plans,
  })
  if (terms.length === 0) return null
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
        <span>{terms.map(({ text, bold }) => (bold ? <b key={bold}>{text}</b> : text))}</span>
      </label>
      <FieldError id={id} error={error} />
    </div>
  )
}
