import type { MailKind } from '../../domain/mail-subjects.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { boxTrouble } from './box-trouble.ts'
import { cardChanged, cardExpiring, cardMissing } from './card-mails.ts'
import { choiceWanted, sizeReminder } from './choice-wanted.ts'
import { contactAcknowledgement, contactAnswer, contactToSupport } from './contact-mails.tsx'
import { delayNotice } from './delay-notice.ts'
import { disputeDue, disputeNews } from './dispute-mails.ts'
import { dropNotice } from './drop-notice.ts'
import { emailCorrection, emailMoving } from './email-correction.ts'
import { exchangeChanged, exchangeMail } from './exchange-mails.ts'
import { exchangeRequested, returnLabel } from './exchange-requested.ts'
import { giftNotice, giftProgress, giftReminder } from './gift-mails.ts'
import { givingDigest } from './giving-digest.ts'
import { boxGone } from './handed-over-belts.ts'
import { handoverAsked, handoverDone, handoverGone, handoverNewTerms, handoverRefund } from './handover.ts'
import { letterTest, letterToReader } from './letter.tsx'
import { membershipCancelled, membershipEndedUnpaid, renewsAgain } from './membership-cancelled.ts'
import { newsletterConfirmation, newsletterReminder, newsletterWelcome } from './newsletter-mails.ts'
import { orderConfirmation } from './order-confirmation.tsx'
import { paymentsRefused, paymentWithoutOrder, promisesDue } from './owner-mails.ts'
import { planChanged, planKept } from './plan-change.ts'
import { priceChange, priceKept } from './price-change.ts'
import { cancelledAtProvider, fraudWarning, paymentDiffers, priceDiffers } from './provider-acts.ts'
import { refundFailed, refundMade, refundStuck } from './refund-made.ts'
import { renewalFailed, renewalReceipt } from './renewal-failed.ts'
import { renewalNotice } from './renewal-notice.ts'
import { renewalsStopped } from './renewals-stopped.ts'
import { reviewWanted } from './review-wanted.ts'
import { securityNotice } from './security-notice.ts'
import { boxShipped, orderShipped } from './shipped.ts'
import { shopAlarm } from './shop-alarm.ts'
import { dataRequest, exchangeLink, signInLink } from './sign-in-link.ts'
import { creditGiven, doneForYou, orderLink, orderNotice } from './staff-acts.tsx'
import { giftUnreached, handoverUnreached } from './unreached.ts'
import { yearlySummary } from './yearly-summary.ts'

/** @param subjectId what the row in the outbox is about, such as an order's id */
type Renderer = (shop: Shop, subjectId: string) => Promise<MailContent | Dropped>

/** The writer of every kind of email. */
export const renderers: Record<MailKind, Renderer> = {
  'order-confirmation': orderConfirmation,
  'order-shipped': orderShipped,
  'order-notice': orderNotice,
  'order-link': orderLink,
  'box-shipped': boxShipped,
  'box-trouble': boxTrouble,
  'drop-notice': dropNotice,
  'delay-notice': delayNotice,
  'box-gone': boxGone,
  'choice-wanted': choiceWanted,
  'contact-to-support': contactToSupport,
  'contact-acknowledgement': contactAcknowledgement,
  'contact-answer': contactAnswer,
  'renewal-receipt': renewalReceipt,
  'renewal-failed-0': (shop, subjectId) => renewalFailed(shop, subjectId, 0),
  'renewal-failed-3': (shop, subjectId) => renewalFailed(shop, subjectId, 3),
  'renewal-failed-7': (shop, subjectId) => renewalFailed(shop, subjectId, 7),
  'renewal-failed-18': (shop, subjectId) => renewalFailed(shop, subjectId, 18),
  'card-changed': cardChanged,
  'card-expiring': cardExpiring,
  'card-missing': cardMissing,
  'membership-ended-unpaid': membershipEndedUnpaid,
  'membership-cancelled': (shop, subjectId) => membershipCancelled(shop, subjectId, false),
  'membership-cancelled-elsewhere': (shop, subjectId) => membershipCancelled(shop, subjectId, true),
  'membership-renews-again': renewsAgain,
  'cancelled-at-provider': cancelledAtProvider,
  'payment-differs': paymentDiffers,
  'price-differs': priceDiffers,
  dispute: disputeNews,
  'dispute-due': disputeDue,
  'fraud-warning': fraudWarning,
  'credit-given': creditGiven,
  'refund-made': refundMade,
  'refund-failed': refundFailed,
  'refund-stuck': refundStuck,
  'payment-without-order': paymentWithoutOrder,
  'renewal-notice-7': (shop, subjectId) => renewalNotice(shop, subjectId, 7),
  'renewal-notice-14': (shop, subjectId) => renewalNotice(shop, subjectId, 14),
  'renewal-notice-30': (shop, subjectId) => renewalNotice(shop, subjectId, 30),
  'yearly-summary': yearlySummary,
  'price-change': priceChange,
  'renewals-stopped': renewalsStopped,
  'price-kept': priceKept,
  'plan-changed': planChanged,
  'plan-kept': planKept,
  'gift-notice': giftNotice,
  'gift-reminder-3': (shop, subjectId) => giftReminder(shop, subjectId, 3),
  'gift-reminder-10': (shop, subjectId) => giftReminder(shop, subjectId, 10),
  'gift-progress': giftProgress,
  'gift-unreached': giftUnreached,
  'size-reminder-7': (shop, subjectId) => sizeReminder(shop, subjectId, 7),
  'size-reminder-2': (shop, subjectId) => sizeReminder(shop, subjectId, 2),
  'review-wanted': reviewWanted,
  'magic-link': signInLink,
  'exchange-link': exchangeLink,
  'data-request': dataRequest,
  'exchange-requested': exchangeRequested,
  'return-label': returnLabel,
  'exchange-changed': exchangeChanged,
  'warranty-claimed': exchangeMail('warranty-claimed'),
  'warranty-settled': exchangeMail('warranty-settled'),
  'warranty-offered': exchangeMail('warranty-offered'),
  'warranty-declined': exchangeMail('warranty-declined'),
  'return-received': exchangeMail('return-received'),
  'replacement-shipped': exchangeMail('replacement-shipped'),
  'return-credited': exchangeMail('return-credited'),
  'exchange-expired': exchangeMail('exchange-expired'),
  'return-refused': exchangeMail('return-refused'),
  'security-notice': securityNotice,
  'giving-digest': givingDigest,
  'payments-refused': paymentsRefused,
  'promises-due': promisesDue,
  'shop-alarm': shopAlarm,
  'done-for-you': doneForYou,
  'email-correction': emailCorrection,
  'email-moving': emailMoving,
  'handover-asked': handoverAsked,
  'handover-terms': handoverNewTerms,
  'handover-done': handoverDone,
  'handover-gone': handoverGone,
  'handover-unreached': handoverUnreached,
  'handover-refund': handoverRefund,
  'newsletter-confirmation': newsletterConfirmation,
  'newsletter-reminder': newsletterReminder,
  'newsletter-welcome': newsletterWelcome,
  letter: letterToReader,
  'letter-test': letterTest,
}
