import { and, eq, isNull } from 'drizzle-orm'
import { checkouts } from '../../db/schema.ts'
import type { ParsedBody, Reply } from '../../domain/api.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Plan } from '../../domain/plan.ts'
import { type Consent, renewalTermsText, renewalTermsVersion } from '../../domain/renewal-terms.ts'
import { taxedStates } from '../../domain/tax.ts'
import { readPlans } from '../catalog/read-plans.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { readTaxRules } from '../ledger/quote-tax.ts'
import { chargeItems, type Snapshot } from '../ledger/snapshot.ts'
import { type Shop, shopDay } from '../shop/shop.ts'

/**
 * POST /api/consent: before the card is charged, the buyer has ticked the box beside the terms. Stores the exact wording
 * with the checkout; the first consent stands. The text must be what this shop shows for that cart today, or showed
 * yesterday for buyers around midnight, so that nobody agrees to invented text.
 * @throws ShopError 'payment_not_found' for a payment that isn't ours, 'not_possible' for other wording
 */
export async function recordConsent(
  shop: Shop,
  body: ParsedBody<'recordConsent'>,
): Promise<Reply<'recordConsent'>> {
  const intentId = body.clientSecret.split('_secret_')[0] ?? ''
  const [checkout] = await shop.db.select().from(checkouts).where(eq(checkouts.intentId, intentId))
  if (!checkout) throw new ShopError('payment_not_found', 'We can’t find this payment. Please start again.')
  const from = (await wordings(shop, checkout.snapshot as Snapshot)).get(body.text)
  if (!from) {
    throw new ShopError(
      'not_possible',
      'The terms have changed since you opened this page. Reload it to read them. You haven’t been charged.',
    )
  }
  const consent: Consent = {
    version: renewalTermsVersion,
    text: body.text,
    agreedAt: shop.now().toISOString(),
    from,
  }
  await shop.db
    .update(checkouts)
    .set({ consent })
    .where(and(eq(checkouts.id, checkout.id), isNull(checkouts.consent)))
  return { success: true }
}

/** The texts that may be agreed to, with the day from which each counts. */
async function wordings(shop: Shop, snapshot: Snapshot): Promise<Map<string, CalendarDate>> {
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  const today = shopDay(shop)
  const plans = await plansAsSold(shop, snapshot)
  const rules = await readTaxRules(shop.db)
  const textOn = (day: CalendarDate) =>
    renewalTermsText({
      cart: snapshot.items.map((item) => item.cart),
      renewalDiscounts: chargeItems(snapshot).map((item) => item.renewalDiscountCents),
      today: day,
      supportEmail: shop.config.supportEmail,
      calendar,
      plans,
      taxedStates: taxedStates(rules, day),
    })
  // Today's last: it wins where both texts are the same.
  return new Map([addDays(today, -1), today].map((day) => [textOn(day), day]))
}

// At the open payment's prices: a plan changed since then applies to later buyers.
async function plansAsSold(shop: Shop, { items }: Snapshot): Promise<Plan[]> {
  const plans = await readPlans(shop.db)
  return plans.map((plan) => {
    const sold = items.find(({ planId }) => planId === plan.id)
    return sold ? { ...plan, name: sold.planName ?? plan.name, stripeAmount: sold.amountCents } : plan
  })
}
