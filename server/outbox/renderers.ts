import { exchangeLink, signInLink } from '../account/session/sign-in-link.ts'
import { boxShipped } from '../emails/box-shipped.ts'
import { cardChanged, cardExpiring } from '../emails/card-mails.ts'
import { choiceWanted } from '../emails/choice-wanted.ts'
import { contactAnswer } from '../emails/contact-answer.tsx'
import { contactAcknowledgement, contactToSupport } from '../emails/contact-mails.tsx'
import { dropNotice } from '../emails/drop-notice.ts'
import { exchangeChanged } from '../emails/exchange-changed.ts'
import { exchangeMail } from '../emails/exchange-mails.ts'
import { exchangeRequested } from '../emails/exchange-requested.ts'
import { giftNotice } from '../emails/gift-notice.ts'
import { giftProgress } from '../emails/gift-progress.ts'
import { giftReminder } from '../emails/gift-reminder.ts'
import { membershipCancelled } from '../emails/membership-cancelled.ts'
import { membershipEndedUnpaid } from '../emails/membership-ended-unpaid.ts'
import { newsletterConfirmation, newsletterWelcome } from '../emails/newsletter-mails.ts'
import { orderConfirmation } from '../emails/order-confirmation.tsx'
import { orderShipped } from '../emails/order-shipped.ts'
import { paymentWithoutOrder } from '../emails/payment-without-order.ts'
import { priceChange } from '../emails/price-change.ts'
import { refundMade } from '../emails/refund-made.ts'
import { renewalFailed } from '../emails/renewal-failed.ts'
import { renewalNotice } from '../emails/renewal-notice.ts'
import { renewalReceipt } from '../emails/renewal-receipt.ts'
import { securityNotice } from '../emails/security-notice.ts'
import { sizeReminder } from '../emails/size-reminder.ts'
import { yearlySummary } from '../emails/yearly-summary.ts'
import type { Mail } from '../mailer.ts'
import type { Shop } from '../shop.ts'

export type MailContent = Pick<Mail, 'to' | 'subject' | 'html' | 'text' | 'replyTo' | 'headers'>

/** Nothing is sent, because what the mail would say is no longer true. */
export type Dropped = { droppedBecause: string }

/** Every kind of mail in the outbox and who writes it. `fact` is what the row is about, e.g. an order's id. */
export const renderers = {
  'order-confirmation': orderConfirmation,
  'order-shipped': orderShipped,
  'box-shipped': boxShipped,
  'drop-notice': dropNotice,
  'choice-wanted': choiceWanted,
  'contact-to-support': contactToSupport,
  'contact-acknowledgement': contactAcknowledgement,
  'contact-answer': contactAnswer,
  'renewal-receipt': renewalReceipt,
  'renewal-failed-0': (shop: Shop, fact: string) => renewalFailed(shop, fact, 0),
  'renewal-failed-3': (shop: Shop, fact: string) => renewalFailed(shop, fact, 3),
  'renewal-failed-7': (shop: Shop, fact: string) => renewalFailed(shop, fact, 7),
  'renewal-failed-18': (shop: Shop, fact: string) => renewalFailed(shop, fact, 18),
  'card-changed': cardChanged,
  'card-expiring': cardExpiring,
  'membership-ended-unpaid': membershipEndedUnpaid,
  'membership-cancelled': membershipCancelled,
  'refund-made': refundMade,
  'payment-without-order': paymentWithoutOrder,
  'renewal-notice-7': (shop: Shop, fact: string) => renewalNotice(shop, fact, 7),
  'renewal-notice-14': (shop: Shop, fact: string) => renewalNotice(shop, fact, 14),
  'renewal-notice-30': (shop: Shop, fact: string) => renewalNotice(shop, fact, 30),
  'yearly-summary': yearlySummary,
  'price-change': priceChange,
  'gift-notice': giftNotice,
  'gift-reminder-3': (shop: Shop, fact: string) => giftReminder(shop, fact, 3),
  'gift-reminder-10': (shop: Shop, fact: string) => giftReminder(shop, fact, 10),
  'gift-progress': giftProgress,
  'size-reminder-7': (shop: Shop, fact: string) => sizeReminder(shop, fact, 7),
  'size-reminder-2': (shop: Shop, fact: string) => sizeReminder(shop, fact, 2),
  'magic-link': signInLink,
  'exchange-link': exchangeLink,
  'exchange-requested': exchangeRequested,
  'exchange-changed': exchangeChanged,
  'return-received': exchangeMail('return-received'),
  'replacement-shipped': exchangeMail('replacement-shipped'),
  'return-credited': exchangeMail('return-credited'),
  'exchange-expired': exchangeMail('exchange-expired'),
  'return-refused': exchangeMail('return-refused'),
  'security-notice': securityNotice,
  'newsletter-confirmation': newsletterConfirmation,
  'newsletter-welcome': newsletterWelcome,
} satisfies Record<string, (shop: Shop, fact: string) => Promise<MailContent | Dropped>>

export type OutboxKind = keyof typeof renderers
