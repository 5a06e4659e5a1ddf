import { shareOfCents } from '../../../domain/money.ts'
import type { ChargeItem } from '../../payments.ts'

/** What each later term of an item costs, in integer cents. */
export function renewalOf(item: ChargeItem, ratePercent: string | null) {
  const amountCents = Math.max(0, item.amountCents - item.renewalDiscountCents)
  return { amountCents, taxCents: taxOf(amountCents, ratePercent) }
}

/** Tax in integer cents at a rate such as "7.25"; null: none. */
export function taxOf(amountCents: number, ratePercent: string | null): number {
  return ratePercent === null ? 0 : shareOfCents(amountCents, Math.round(Number(ratePercent) * 100))
}
