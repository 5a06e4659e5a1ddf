import type { MailKind } from './mail-subjects.ts'

/**
 * 'account': its reader pays for a membership or wears its belts, and its links to the member's page sign them in
 * (server/members/manage-link.ts). 'optional': not sent to an address where nothing arrives (server/bounces/,
 * docs/decisions/082). 'plain': neither.
 */
type MailClass = 'account' | 'optional' | 'plain'

/** Each kind of email: its name in the admin, and how it's sent. */
const kinds: Record<MailKind, readonly [label: string, MailClass]> = {
  'order-confirmation': ['Order confirmation', 'account'],
  'order-shipped': ['Order shipped', 'account'],
  'order-notice': ['Note about an order', 'plain'],
  'order-link': ['Payment link', 'plain'],
  'box-shipped': ['Box shipped', 'account'],
  'box-trouble': ['Delivery problem', 'account'],
  'drop-notice': ['Drop on hold or moved', 'plain'],
  'delay-notice': ['A box is late', 'plain'],
  'box-gone': ['A box won’t come', 'plain'],
  'choice-wanted': ['Choice needed', 'plain'],
  'contact-to-support': ['Message from the contact form', 'plain'],
  'contact-acknowledgement': ['Message received', 'plain'],
  'contact-answer': ['Answer to a message', 'plain'],
  'renewal-receipt': ['Renewal receipt', 'account'],
  'renewal-failed-0': ['Card declined', 'account'],
  'renewal-failed-3': ['Card declined, day 3', 'account'],
  'renewal-failed-7': ['Card declined, day 7', 'account'],
  'renewal-failed-18': ['Card declined, last reminder', 'account'],
  'card-changed': ['Card changed', 'account'],
  'card-expiring': ['Card expires soon', 'account'],
  'card-missing': ['No card for the next charge', 'account'],
  'membership-ended-unpaid': ['Membership ended, unpaid', 'account'],
  'membership-cancelled': ['Membership canceled', 'account'],
  'membership-cancelled-elsewhere': ['Membership canceled at the payment provider', 'account'],
  'membership-renews-again': ['Membership renews again', 'account'],
  'cancelled-at-provider': ['To you: canceled at the payment provider', 'plain'],
  'payment-differs': ['To you: a payment differs from the price', 'plain'],
  'price-differs': ['To you: a price was changed at the payment provider', 'plain'],
  dispute: ['To you: news of a dispute', 'plain'],
  'dispute-due': ['To you: a bank waits for your answer', 'plain'],
  'fraud-warning': ['To you: fraud warning', 'plain'],
  'credit-given': ['Store credit', 'account'],
  'refund-made': ['Refund', 'account'],
  'refund-failed': ['Refund didn’t go through', 'account'],
  'refund-stuck': ['To you: a refund is stuck', 'plain'],
  'payment-without-order': ['To you: a payment without an order', 'plain'],
  'renewal-notice-7': ['Renewal notice, 7 days before', 'account'],
  'renewal-notice-14': ['Renewal notice, 14 days before', 'account'],
  'renewal-notice-30': ['Renewal notice, 30 days before', 'account'],
  'yearly-summary': ['Yearly summary', 'account'],
  'price-change': ['New price', 'account'],
  'renewals-stopped': ['Next charge moved', 'account'],
  'price-kept': ['Price stays the same', 'account'],
  'plan-changed': ['Plan change', 'account'],
  'plan-kept': ['Plan stays the same', 'account'],
  'gift-notice': ['Gift announcement', 'plain'],
  'gift-reminder-3': ['Gift reminder', 'optional'],
  'gift-reminder-10': ['Gift reminder, last one', 'optional'],
  'gift-progress': ['Gift news for the giver', 'optional'],
  'gift-unreached': ['Gift announcement came back, to the giver', 'plain'],
  'size-reminder-7': ['Size reminder, 7 days before', 'optional'],
  'size-reminder-2': ['Size reminder, 2 days before', 'optional'],
  'review-wanted': ['How’s the belt?', 'optional'],
  'magic-link': ['Sign-in link', 'plain'],
  'exchange-link': ['Link to an exchange', 'plain'],
  'data-request': ['Link to their data', 'plain'],
  'exchange-requested': ['Exchange or return started', 'plain'],
  'return-label': ['Return label', 'plain'],
  'exchange-changed': ['Exchange changed', 'plain'],
  'warranty-claimed': ['Warranty claim received', 'plain'],
  'warranty-settled': ['Warranty claim covered, to the wearer', 'plain'],
  'warranty-offered': ['Warranty offer to the giver', 'plain'],
  'warranty-declined': ['Warranty claim declined', 'plain'],
  'return-received': ['Return received', 'plain'],
  'replacement-shipped': ['Replacement shipped', 'plain'],
  'return-credited': ['Store credit for a return', 'account'],
  'exchange-expired': ['Return never came', 'plain'],
  'return-refused': ['Return refused', 'plain'],
  'security-notice': ['Sign-in security notice', 'plain'],
  'giving-digest': ['To you: what staff gave away', 'plain'],
  'payments-refused': ['To you: payments are refused', 'plain'],
  'promises-due': ['To you: what’s due', 'plain'],
  'shop-alarm': ['To you: something’s wrong', 'plain'],
  'done-for-you': ['Changed by the shop', 'account'],
  'email-correction': ['Email address to confirm', 'plain'],
  'email-moving': ['Email address is being corrected', 'plain'],
  'handover-asked': ['Handover offer', 'plain'],
  'handover-terms': ['Handover: new terms to agree to', 'plain'],
  'handover-done': ['Handover done, to the new member', 'account'],
  'handover-gone': ['Handover done, to the former member', 'plain'],
  'handover-unreached': ['Handover offer came back, to the member', 'account'],
  'handover-refund': ['Handover: a charge paid back', 'plain'],
  'newsletter-confirmation': ['Newsletter: confirm your email', 'plain'],
  'newsletter-reminder': ['Newsletter: still want it?', 'optional'],
  'newsletter-welcome': ['Newsletter: welcome', 'optional'],
  letter: ['Letter', 'optional'],
  'letter-test': ['Letter, as a test', 'plain'],
}

/** A kind written by an older version is spelled out: "renewal-failed-3" as "Renewal failed 3". */
export function mailLabel(kind: string): string {
  const words = kind.replaceAll('-', ' ')
  return kinds[kind as MailKind]?.[0] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** How an email of this kind is sent; 'plain' for a kind written by an older version. */
export function mailClass(kind: string): MailClass {
  return kinds[kind as MailKind]?.[1] ?? 'plain'
}

/** What an address can refuse with one click: never legal notices or reports of a fact. */
export const optOutKinds = ['gift-reminders', 'size-reminders', 'review-requests'] as const
export type OptOutKind = (typeof optOutKinds)[number]
