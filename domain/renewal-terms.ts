import type { CalendarDate } from './calendar-date.ts'
import { type CartItem, hasGift } from './cart.ts'
import type { DropCalendar } from './drop-calendar.ts'
import { formatCents } from './money.ts'
import { findPlan, type Plan } from './plan.ts'
import { nextChargeText, planDates } from './plan-dates.ts'
import { isTaxed } from './tax.ts'

/** Version of the terms a buyer agreed to. Any change of wording is a new version (renewal-terms.test.ts). */
export const renewalTermsVersion = '2026-11-21'

/** A piece of the terms. `bold` names an emphasized piece, which tells two pieces with the same text apart. */
export type TermsPart = { text: string; bold?: string }

type Agreed = {
  cart: readonly CartItem[]
  /** integer cents a promotion code takes off every later payment of each item, in cart order */
  renewalDiscounts: readonly number[]
  /** the shop's day of the payment */
  today: CalendarDate
  supportEmail: string
  /** the owner's dates: a moved month delays the next charge along with its boxes */
  calendar: DropCalendar
  plans: readonly Plan[]
  /** codes of the states where sales tax is collected that day; absent: only California */
  taxedStates?: readonly string[]
}

/**
 * The terms a buyer agrees to if something renews: how much, how often, when next, and how to stop (club-rules.md
 * "Renewal law"). The page shows this text and the server stores it. Empty if nothing renews.
 */
export function renewalTerms({
  cart,
  renewalDiscounts,
  today,
  supportEmail,
  calendar,
  plans,
  taxedStates = ['CA'],
}: Agreed): TermsPart[] {
  const parts = cart.flatMap((item, index): TermsPart[] => {
    const plan = findPlan(plans, item.planId)
    if (item.recipientType !== 'self' || !plan) return []
    const amount = formatCents(plan.stripeAmount - (renewalDiscounts[index] ?? 0))
    const tax = isTaxed(taxedStates, item.shippingDetails?.state ?? '') ? ' plus tax' : ''
    const often = plan.months === 1 ? 'every month' : `every ${plan.months} months`
    return [
      { text: `My ${plan.name} plan renews at ` },
      { text: amount, bold: `amount ${index}` },
      { text: `${tax} ${often}, next on ` },
      { text: nextChargeText(planDates(today, plan, false, calendar)), bold: `day ${index}` },
      { text: ', until I cancel. ' },
    ]
  })
  if (parts.length === 0) return []
  const way = `I can cancel anytime on my membership page or by writing to ${supportEmail}.`
  return [...parts, { text: hasGift(cart) ? `${way} The gift does not renew.` : way }]
}

/** The same as a single text, as it is stored. */
export function renewalTermsText(agreed: Agreed): string {
  return renewalTerms(agreed)
    .map((part) => part.text)
    .join('')
    .replaceAll('\u00a0', ' ')
}

/**
 * What is stored about the agreement with a checkout. `from` is the shop's day from which its text counts the next charge:
 * that charge is made on the day it names, also if midnight passes before the payment. Absent on older ones.
 */
export type Consent = { version: string; text: string; agreedAt: string; from?: CalendarDate }
