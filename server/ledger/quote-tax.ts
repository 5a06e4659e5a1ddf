import { type SQL, sql } from 'drizzle-orm'
import { builtOnce } from '../../db/built-once.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { salesTaxRules } from '../../db/schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { isCalifornia, type TaxRule, taxAtRate, taxedStates, taxRuleOf } from '../../domain/tax.ts'
import type { TaxQuote } from '../shop/payment-states.ts'
import type { ChargeItem } from '../shop/payments.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { type SnapshotItem, untaxed } from './snapshot.ts'

/** The owner's decision for each state, oldest first. */
export async function readTaxRules(db: Database | Transaction): Promise<TaxRule[]> {
  const [row] = await allTaxRules(db).execute()
  return row!.taxRules
}

/** The same as one value of a larger statement. */
export const taxRules: SQL<TaxRule[]> =
  sql`(select coalesce(json_agg(json_build_object('state', state, 'from', from_day,
  'way', way, 'ratePercent', trim_scale(rate_percent)::text) order by from_day), '[]') from ${salesTaxRules})`

const allTaxRules = builtOnce((db) => db.select({ taxRules }).from(sql`(select 1) one`).prepare(''))

/** States where tax is collected on a day in the shop's time zone, as two-letter codes. */
export async function collectedStates(shop: Shop, day = shopDay(shop)): Promise<string[]> {
  return taxedStates(await readTaxRules(shop.db), day)
}

/**
 * The sales tax of items at their destinations on a day, by item id: the only way to get a tax, for checkouts and renewals.
 * The provider is asked for California and where the owner chose it; elsewhere the owner's rate applies, or none.
 * @param day of the charge, in the shop's time zone
 * @param known the owner's rules, if they were just read
 * @throws ShopError 'payments_unavailable', 'invalid_cart' for an address the provider can't find
 */
export async function quoteTax(
  shop: Shop,
  items: ChargeItem[],
  day: CalendarDate = shopDay(shop),
  known?: TaxRule[],
): Promise<Record<string, TaxQuote>> {
  const rules = known ?? (await readTaxRules(shop.db))
  const quotes: Record<string, TaxQuote> = {}
  const asked: ChargeItem[] = []
  for (const item of items) {
    const amountCents = item.amountCents - item.discountCents
    const rule = amountCents > 0 ? taxRuleOf(rules, item.destination.state, day) : null
    if (rule?.way === 'provider') asked.push(item)
    else if (rule) quotes[item.id] = atOwnRate(rule, amountCents)
    else quotes[item.id] = untaxed
  }
  return asked.length > 0 ? { ...quotes, ...(await shop.payments.quoteTax(asked)) } : quotes
}

function atOwnRate({ state, ratePercent }: TaxRule, amountCents: number): TaxQuote {
  return { taxCents: taxAtRate(amountCents, ratePercent), ratePercent, calculationId: null, state }
}

/** Whether a checkout whose payment has begun is taxed the same as one starting on this day. */
export function isTaxedAsOn(rules: TaxRule[], item: SnapshotItem, day: CalendarDate): boolean {
  const { cart, tax, amountCents, discountCents = 0 } = item
  if (amountCents === discountCents) return true
  const typed = cart.shippingDetails?.state ?? ''
  const rule = taxRuleOf(rules, typed, day)
  if (rule?.way === 'rate') return tax.ratePercent === rule.ratePercent && tax.calculationId === null
  // The provider may have found no tax due there: that answer stands, as its rate would.
  if (rule) return isCalifornia(typed) || tax.calculationId !== null
  return tax.ratePercent === null
}
