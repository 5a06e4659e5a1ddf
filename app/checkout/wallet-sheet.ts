import type { LineItem, StripeExpressCheckoutElementOptions } from '@stripe/stripe-js'
import { type CartItem, hasRenewal } from '../../domain/cart.ts'
import { findPlan, type Plan } from '../../domain/plan.ts'
import { planDates } from '../../domain/plan-dates.ts'
import { renewalTermsText } from '../../domain/renewal-terms.ts'
import { isTaxed } from '../../domain/tax.ts'
import type { ShopView } from '../shop/context.ts'
import type { StartedCheckout } from './start-payment.ts'

type ApplePay = NonNullable<StripeExpressCheckoutElementOptions['applePay']>
export type SheetRenewal = NonNullable<ApplePay['recurringPaymentRequest']>

/** Apple's limit of `billingAgreement`. */
const maxAgreement = 500

export type SheetShop = Pick<ShopView, 'name' | 'calendar' | 'plans' | 'taxedStates' | 'supportEmail'>

/**
 * The lines above a wallet's total: plans, discount and tax, in cents that add up to today's charge. Empty if they
 * wouldn't: then the sheet shows only the total.
 */
export function sheetLines(
  { cart, promotion, taxInfo }: StartedCheckout,
  plans: readonly Plan[],
): LineItem[] {
  const lines = cart.map((item) => {
    const plan = findPlan(plans, item.planId)
    const name = `${plan?.name ?? item.planName} plan${giftFor(item)}`
    return { name, amount: plan?.stripeAmount ?? 0 }
  })
  const { discount = 0, tax, total } = taxInfo
  if (discount > 0) lines.push({ name: `Promotion ${promotion?.code ?? ''}`.trim(), amount: -discount })
  lines.push({ name: 'Shipping', amount: 0 })
  if (tax > 0) lines.push({ name: 'Sales tax', amount: tax })
  const sum = lines.reduce((cents, line) => cents + line.amount, 0)
  return sum === total ? lines : []
}

/**
 * The renewal shown in the phone maker's payment sheet: the amount, the day and the words the buyer just agreed to. Null
 * if nothing renews, or if plans of different terms do: the sheet can only state one, which would misstate the other.
 * @param address the shop's origin, like "https://belts.example"
 */
export function sheetRenewal(
  { cart, startedOn, promotion }: Pick<StartedCheckout, 'cart' | 'startedOn' | 'promotion'>,
  shop: SheetShop,
  address: string,
): SheetRenewal | null {
  const renewalDiscounts = promotion?.renewalDiscounts ?? []
  const renewing = cart.flatMap((item, index) => {
    const plan = findPlan(shop.plans, item.planId)
    if (!plan || !hasRenewal([item])) return []
    return [{ item, plan, amount: plan.stripeAmount - (renewalDiscounts[index] ?? 0) }]
  })
  const [first] = renewing
  if (!first || renewing.some(({ plan }) => plan.id !== first.plan.id)) return null
  const { plan } = first
  const plus = renewing.some(({ item }) => isShippedTaxed(item, shop)) ? ', plus sales tax' : ''
  const label = `${plan.name} plan${renewing.length > 1 ? `, ${renewing.length} belts a month` : ''}${plus}`
  const terms = renewalTermsText({ cart, renewalDiscounts, ...shop, today: startedOn })
  return {
    paymentDescription: `${shop.name}, ${plan.name} plan`,
    managementURL: `${address}/account`,
    regularBilling: {
      label,
      amount: renewing.reduce((cents, each) => cents + each.amount, 0),
      recurringPaymentStartDate: new Date(
        `${planDates(startedOn, plan, false, shop.calendar).nextCharge}T00:00`,
      ),
      recurringPaymentIntervalUnit: 'month',
      recurringPaymentIntervalCount: plan.months,
    },
    ...(terms.length <= maxAgreement ? { billingAgreement: terms } : {}),
  }
}

function giftFor({ recipientType, shippingDetails }: CartItem): string {
  return recipientType === 'gift' ? `, gift for ${shippingDetails?.fullName ?? ''}`.trimEnd() : ''
}

function isShippedTaxed(item: CartItem, { taxedStates }: SheetShop): boolean {
  return isTaxed(taxedStates, item.shippingDetails?.state ?? '')
}
