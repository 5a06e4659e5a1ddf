import { counted, firstNumberWord, numberWord } from './count.ts'
import { terms } from './terms.ts'

// The promised numbers of `domain/terms.ts` as the shop says them.

const range = ({ from, to }: { from: number; to: number }) => `${from}-${to}`

/** "30 days" from delivery to return or exchange */
export const returnWindow = counted(terms.returnDays, 'day')
/** "30 days" until a belt that doesn't come back ends its exchange */
export const sendBackTime = counted(terms.sendBackDays, 'day')
/** "36 months" without a repeat */
export const noRepeat = counted(terms.repeatMonths, 'month')
/** "Thirty-six months" */
export const noRepeatInWords = `${firstNumberWord(terms.repeatMonths)} months`
/** "1 year" of warranty, or "18 months" */
export const warrantyTerm =
  terms.warrantyMonths % 12 === 0
    ? counted(terms.warrantyMonths / 12, 'year')
    : counted(terms.warrantyMonths, 'month')
/** "one-year" warranty, or "18-month" */
export const warrantyKind =
  terms.warrantyMonths % 12 === 0
    ? `${numberWord(terms.warrantyMonths / 12)}-year`
    : `${terms.warrantyMonths}-month`
/** "30 days" ahead */
export const priceNotice = counted(terms.priceNoticeDays, 'day')
/** "12 hours" for order questions, claims and labels */
export const orderAnswer = counted(terms.answerHours.order, 'hour')
/** "24 hours" for everything else */
export const otherAnswer = counted(terms.answerHours.other, 'hour')
/** "3-7 business days" */
export const deliveryTime = `${range(terms.deliveryDays)} business days`
/** "3 to 7 business days" */
export const usualDelivery = `${terms.deliveryDays.from} to ${terms.deliveryDays.to} business days`
/** "3-5 business days" until the first belt ships */
export const firstShipping = `${range(terms.firstShippingDays)} business days`
/** "5-7" until it arrives */
export const firstArrival = range(terms.firstArrivalDays)
/** "5-7 business days" until a refund or exchange arrives */
export const refundTime = `${range(terms.refundDays)} business days`
/** "5-10 business days" */
export const refundTimeInTerms = `${range(terms.bankDays)} business days`
/** "five to ten days" until a bank shows a refund */
export const bankTime = `${numberWord(terms.bankDays.from)} to ${numberWord(terms.bankDays.to)} days`
/** "three weeks" of trying a refused renewal */
export const unpaidTime = `${numberWord(terms.unpaidWeeks)} ${terms.unpaidWeeks === 1 ? 'week' : 'weeks'}`
/** "30 minutes" */
export const signInTime = counted(terms.signInMinutes, 'minute')
/** "20 minutes" */
export const signInRest = counted(terms.signInRestMinutes, 'minute')
/** "24 hours" */
export const dataLinkTime = counted(terms.dataLinkHours, 'hour')
/** "60 days" */
export const accountLinkTime = counted(terms.accountLinkDays, 'day')
/** "30 days" */
export const cardLinkTime = counted(terms.cardLinkDays, 'day')
/** "30 days", and whole years in words: "two years" */
export function keptTime(kind: keyof typeof terms.keptDays): string {
  const days = terms.keptDays[kind]
  if (days % 365 !== 0) return counted(days, 'day')
  const years = days / 365
  return `${numberWord(years)} ${years === 1 ? 'year' : 'years'}`
}

/** A phrase that stays on one line. */
export const unbroken = (phrase: string) => phrase.replaceAll(' ', '\u00a0')
