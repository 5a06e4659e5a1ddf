import { Link } from 'react-router'
import { statesText } from '../../domain/address.ts'
import { formatCents } from '../../domain/money.ts'
import {
  deliveryTime,
  noRepeat,
  priceNotice,
  refundTimeInTerms,
  returnWindow,
  warrantyTerm,
} from '../../domain/term-words.ts'
import { terms } from '../../domain/terms.ts'
import { useShop } from '../shop/use-shop.ts'
import './policy-page.css'
import { hydrateOnInteraction } from '../shop/hydration.ts'
import { PolicySection } from './policy-section.tsx'

export const handle = hydrateOnInteraction

/** Terms of Service (spec §2, §9). */
export default function TermsPage() {
  const { name, supportEmail, plans, taxedStates } = useShop()
  return (
    <div className="wrap page">
      <div className="narrow policy">
        <div className="policy-head">
          <h1>Terms of Service</h1>
          <p className="quiet">Last updated January 2025</p>
        </div>
        <PolicySection title="Who may order">
          <p>
            You must be at least {terms.minimumAge} years old to order from {name}.
          </p>
        </PolicySection>
        <PolicySection title="Plans and prices">
          <ul>
            {plans.map((plan) => (
              <li key={plan.id}>
                {plan.name}: {plan.price} {plan.period}
                {plan.months > 1 &&
                  `, billed ${formatCents(plan.stripeAmount)} upfront for ${plan.months} months`}
              </li>
            ))}
          </ul>
          <p>
            Prices are in US dollars. Sales tax is added for orders that go to {statesText(taxedStates)}. We
            announce a change of prices {priceNotice} ahead.
          </p>
        </PolicySection>
        <PolicySection title="Billing and renewal">
          <p>
            Billing starts on the day of the order, and the first shipment is in next month's drop. Your own
            plan renews at the end of its term until you cancel. A gift is paid once and never renews.
          </p>
        </PolicySection>
        <PolicySection title="Cancel, pause or skip">
          <p>You may cancel, pause or skip anytime. Belts that are paid for still ship.</p>
        </PolicySection>
        <PolicySection title="Shipping">
          <p>
            Delivery takes {deliveryTime}. Shipping is free in the US and Canada; orders are taken for US
            addresses.
          </p>
        </PolicySection>
        <PolicySection title="Returns, exchanges and warranty">
          <p>
            You may return or exchange a belt within {returnWindow} of delivery, unworn and with its
            packaging. Return shipping is free. A refund is paid in full and takes {refundTimeInTerms}. Each
            belt has a warranty of {warrantyTerm} from delivery: if it breaks, we repair it, replace it or
            refund it. You do not get the same belt twice within {noRepeat}. The steps are on the{' '}
            <Link to="/returns">returns page</Link>.
          </p>
        </PolicySection>
        <PolicySection title="Governing law">
          <p>These terms are governed by the law of Delaware.</p>
        </PolicySection>
        <PolicySection title="Questions">
          <p>
            Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
          </p>
        </PolicySection>
      </div>
    </div>
  )
}
