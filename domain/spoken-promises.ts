import { retention } from './retention.ts'
import * as said from './term-words.ts'
import { terms } from './terms.ts'

/** A promise made in the shop's words. */
export type SpokenPromise = {
  /** matches the sentences that make it, on any page, email or document */
  says: RegExp
  /** the code that keeps it */
  keptBy: string
  /** file and title of a test that fails if it isn't kept */
  test: string
}

/** A pattern with promised phrases in it: matches any case, and any space between words. */
const says = (parts: TemplateStringsArray, ...phrases: (string | number)[]) =>
  new RegExp(String.raw(parts, ...phrases), 'i')

/** A pattern of what is kept and how long, without what may follow it. */
const firstSentence = (words: string) => words.split('. ')[0]!.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Every promise in the words of pages, emails and documents, with the code that keeps it.
 * `scripts/spoken-promises.test.ts` goes through all words: it fails for a promising sentence that isn't listed here, for
 * a row that no sentence matches, and for a row whose test doesn't exist.
 */
export const spokenPromises: readonly SpokenPromise[] = [
  {
    says: /exchanges? (?:is|are) free|free (?:shipping and )?exchanges|size exchanges|swap the size or style free|send the next size free|style is free|send it back free|doesn’t cost you anything|^Free until …$|return shipping is free/i,
    keptBy: 'server/exchanges/request-exchange.ts',
    test: 'server/exchanges/exchanges.db.test.ts › is reserved at once, ships when the belt is back, and replaces it',
  },
  {
    says: says`(?:within|have|got|same) ${said.returnWindow}(?! ahead)|Unworn and in its packaging, free until`,
    keptBy: 'domain/exchange.ts',
    test: 'domain/exchange.test.ts › count from delivery: %s',
  },
  {
    says: /label is prepaid|prepaid (?:return )?label|^It’s prepaid|Your return label We’ll email it/i,
    keptBy: 'server/parcels/labels.ts',
    test: 'server/tracking/track-parcels.db.test.ts › a return gets its label at once, by email and on the page, and advances when it is scanned in',
  },
  {
    says: says`full price goes back|full refund|(?:refund|money|exchange) .*(?:${said.refundTime}|${said.refundTimeInTerms})|${said.bankTime}`,
    keptBy: 'server/exchanges/returns.ts',
    test: 'server/exchanges/returns.db.test.ts › refunds the value and tax to the original payment once the belt is here',
  },
  {
    says: /replace (?:a damaged or defective belt|it) free|ship a new one right away/i,
    keptBy: 'server/exchanges/request-exchange.ts',
    test: 'server/exchanges/warranty.db.test.ts › in its first 30 days gives a new belt without review, while in stock',
  },
  {
    says: /refund the purchaser or give the recipient store credit|settle it with the person who gave/i,
    keptBy: 'server/credit/store-credit.ts',
    test: 'server/exchanges/returns.db.test.ts › of a gift credits its recipient, and no email shows a price',
  },
  {
    says: /set it aside now and ship it when/i,
    keptBy: 'server/exchanges/request-exchange.ts',
    test: 'server/exchanges/exchanges.db.test.ts › is reserved at once, ships when the belt is back, and replaces it',
  },
  {
    says: /We’ll email you when it’s ready|make it right|ships now, and we’ll email you/i,
    keptBy: 'server/exchanges/change-remedy.ts',
    test: 'server/exchanges/change-remedy.db.test.ts › the owner sees the shortage and sends another belt; the member is told, and none is assigned twice',
  },
  {
    says: /free (?:domestic )?shipping|shipping is free/i,
    keptBy: 'domain/plan.ts',
    test: 'domain/plan.test.ts › charge the label times the months for $id',
  },
  {
    says: says`${terms.repeatMonths}.months?|${said.noRepeatInWords}|twice|never the same one|haven’t had`,
    keptBy: 'server/curation/curate-drop.ts',
    test: 'db/no-repeat.db.test.ts › blocks a repeated belt for 36 months, and allows it afterward',
  },
  {
    says: /never renews?/i,
    keptBy: 'server/checkout/membership-rows.ts',
    test: 'server/checkout/membership-rows.db.test.ts › is paid once: no renewal, no subscription, and an end after the last box',
  },
  {
    says: says`(?:answer\w*|back to you|order questions) (?:.* )?within (?:${said.orderAnswer}|${said.otherAnswer})|answer within (?:${said.orderAnswer}|${said.otherAnswer})`,
    keptBy: 'server/promises/shop-promises.ts',
    test: 'server/promises/promises.db.test.ts › a new message is due by its subject’s hours, and raises no alarm yet',
  },
  {
    says: /reply (?:to this email )?(?:or write to \S+ )?and we’ll|reply to this email and|I’ll look into it|^Reply any time|^We read every one|reply and we’ll|Write to (?:us|…) and we’ll|take your order, change or return by email/i,
    keptBy: 'server/inbox/receive-mails.ts',
    test: 'server/inbox/receive-mails.db.test.ts › appears in the inbox with the contact form’s deadline',
  },
  {
    says: /we’ll email you about the belts it buys/i,
    keptBy: 'server/billing/decide-payment.ts',
    test: 'server/billing/changed-by-hand.db.test.ts › a $5 bill doesn’t buy 12 belts: it is booked as money, and the owner decides',
  },
  {
    says: says`prices ${said.priceNotice} ahead`,
    keptBy: 'domain/price-change.ts',
    test: 'domain/price-change.test.ts › is never charged within 30 days of its notice',
  },
  {
    says: says`warranty of ${said.warrantyTerm}|${said.warrantyKind} warranty`,
    keptBy: 'server/exchanges/request-exchange.ts',
    test: 'server/exchanges/warranty.db.test.ts › is claimed with photos after the 30 days, and gets a decision within the stated hours',
  },
  {
    says: says`we’ll answer (?:yours )?within ${said.orderAnswer}|We’ll look at it and answer within ${said.orderAnswer}`,
    keptBy: 'server/promises/shop-promises.ts',
    test: 'server/exchanges/warranty.db.test.ts › is claimed with photos after the 30 days, and gets a decision within the stated hours',
  },
  {
    says: /we’ll repair it|We’ll repair it/,
    keptBy: 'server/exchanges/decide-claim.ts',
    test: 'server/exchanges/warranty.db.test.ts › is repaired: it comes in on a label, ships back tracked, and is under warranty again',
  },
  {
    says: says`Photos of a belt that broke: ${said.keptTime('photos')}`,
    keptBy: 'domain/retention.ts',
    test: 'server/account/privacy/retention.db.test.ts › list matches the worker’s jobs',
  },
  {
    says: says`${said.deliveryTime}|${said.firstShipping}|${said.firstArrival} business days|${said.usualDelivery}|arrives? in`,
    keptBy: 'server/exchanges/sent-box.ts',
    test: 'server/tracking/track-parcels.db.test.ts › “It never came” opens after the promised day, not before',
  },
  {
    says: /measuring guide ships/i,
    keptBy: 'server/admin/drops/packing-slips.ts',
    test: 'server/admin/drops/packing.db.test.ts › the measuring guide goes into an unsure member’s first box only',
  },
  {
    says: /never see a price|in the first box, too/i,
    keptBy: 'server/gifts/open-gift.ts',
    test: 'server/gifts/gift.db.test.ts › no answer to a recipient reveals a price, an amount or the giver’s email',
  },
  {
    says: /never names, addresses or emails/i,
    keptBy: 'app/browser/load-tag-manager.ts',
    test: 'e2e/journeys/analytics.spec.ts › a purchase is reported to the tag manager in order, and only once',
  },
  {
    says: /Global Privacy Control is never counted/i,
    keptBy: 'app/browser/load-tag-manager.ts',
    test: 'app/layout/frame-copy.test.tsx › under Global Privacy Control nothing is loaded and nothing reported',
  },
  {
    says: /your browser never stores where you came from|you’re never counted/i,
    keptBy: 'app/quiz/submit-quiz.ts',
    test: 'app/quiz/count-steps.test.ts › stores no visitor source, and doesn’t count those who refuse',
  },
  {
    says: /card details go to/i,
    keptBy: 'app/checkout/payment-form.tsx',
    test: 'e2e/journeys/stripe-payment.spec.ts › a declined card says so, nothing typed is lost, and another card pays',
  },
  {
    says: says`(?:link|It) (?:that )?works (?:once|for ${said.signInTime})|${said.signInTime}|email a link to|and we’ll send (?:you )?a (?:new one|link)`,
    keptBy: 'server/members/sign-in-link.ts',
    test: 'server/members/session.db.test.ts › works once, for thirty minutes',
  },
  {
    says: says`last link is more than ${said.signInRest} old, another one is on its way`,
    keptBy: 'server/members/sign-in-link.ts',
    test: 'server/members/session.db.test.ts › is resent only once the last one nearly expired, with the same answer',
  },
  {
    says: says`works for ${said.dataLinkTime}`,
    keptBy: 'server/account/privacy/data-requests.ts',
    test: 'server/account/privacy/retention.db.test.ts › sends one email in twenty minutes per mailbox, with a link good for a day',
  },
  {
    says: says`works for ${said.accountLinkTime}`,
    keptBy: 'server/members/manage-link.ts',
    test: 'server/members/manage-link.db.test.ts › an email’s page link works for sixty days',
  },
  {
    says: /as soon as it says yes, we’ll place your order|we’ll email you your order number/i,
    keptBy: 'server/checkout/complete-checkout.ts',
    test: 'server/checkout/reconcile.db.test.ts › still becomes an order with its email',
  },
  {
    says: /Your gift is paid for, and we’ll take it from here|pick the leather|choose yours|choose your first (?:belt|one)|mix it up|Every month we’ll pick|One belt a month|one each month|chosen for your size/i,
    keptBy: 'server/curation/curate-drop.ts',
    test: 'server/curation/curation.db.test.ts › gives every box a belt of its gender, size and styles, or a reason',
  },
  {
    says: /We’ll ask again, and your first belt ships once|ships once \w+ picks? a size|Choose it on your page and we’ll get your belt in the next shipment/i,
    keptBy: 'server/notifications/send-notices.ts',
    test: 'server/notifications/size-reminders.db.test.ts › a belt past its cutoff is asked about before the next, until nothing is left to send',
  },
  {
    says: /show its belts here once they’re on their way/i,
    keptBy: 'server/catalog/belt-pages.ts',
    test: 'server/catalog/belt-pages.db.test.ts › a belt of the current drop has a page, with others of its drop beside it',
  },
  {
    says: /write again as soon as it has a new date/i,
    keptBy: 'server/admin/drops/change-drop.ts',
    test: 'server/admin/drops/moving.db.test.ts › it is released with a new ship-by day, and everyone is told',
  },
  {
    says: /another way to pay you and write to you/i,
    keptBy: 'server/promises/shop-promises.ts',
    test: 'server/promises/promises.db.test.ts › a failed refund is due at once, and links to its order',
  },
  {
    says: /try the charge again/i,
    keptBy: 'server/memberships/end-unpaid.ts',
    test: 'server/billing/late-cards.db.test.ts › an unchanged, refused card is tried once more, then the membership ends',
  },
  {
    says: /Until it decides, we won’t charge/,
    keptBy: 'server/memberships/sync-card.ts',
    test: 'server/billing/new-cards.db.test.ts › a new card isn’t charged, or called refused, while the bank examines a payment',
  },
  {
    says: /we’ll (?:charge your card|remind you first)/i,
    keptBy: 'server/notifications/send-notices.ts',
    test: 'server/billing/renewals.db.test.ts › buys the next box, moves the next charge, and sends one email',
  },
  {
    says: /We’ll still email you about your orders/i,
    keptBy: 'server/newsletter/subscribe.ts',
    test: 'server/newsletter/newsletter-mails.db.test.ts › needs a click: opening the link changes nothing, and its page has the button',
  },
  {
    says: /with the drop/i,
    keptBy: 'server/promises/owner-promises.ts',
    test: 'server/admin/letters/letters.db.test.ts › a month without a letter is an open promise until it is scheduled',
  },
  {
    says: /won’t ask again, and if you don’t confirm we’ll delete/i,
    keptBy: 'server/newsletter/subscribe.ts',
    test: 'server/newsletter/newsletter-mails.db.test.ts › reminds an unconfirmed address once, and forgets it after 30 days',
  },
  {
    says: new RegExp(Object.values(retention).map(firstSentence).join('|')),
    keptBy: 'domain/retention.ts',
    test: 'server/account/privacy/retention.db.test.ts › list matches the worker’s jobs',
  },
  {
    says: says`just for you and works for ${said.cardLinkTime}`,
    keptBy: 'server/emails/card-mails.ts',
    test: 'server/billing/renewals.db.test.ts › works for 30 days, is stored hashed, and no other link works',
  },
  {
    says: /We never edit|we’ll read it again|we’ll read yours within/i,
    keptBy: 'server/admin/reviews/reviews.ts',
    test: 'server/reviews/reviews.db.test.ts › opening the link changes nothing; a review waits for the admin, who can’t edit it',
  },
  {
    says: /We’ll use it to pick your next belt/i,
    keptBy: 'server/account/exchanges/sent-belts.ts',
    test: 'server/account/exchanges/feedback-curates.db.test.ts › a “not for me” tap moves that style to last in the next curation',
  },
  {
    says: /If you say nothing|If we don’t hear from you|We’ll email you when (?:your belt|…) ships/i,
    keptBy: 'server/account/delays/own-delays.ts',
    test: 'server/delays/delays.db.test.ts › a missing belt is announced once its drop has closed; silence waits, then refunds on the promised day',
  },
  {
    says: /We’ll try again before you pay/i,
    keptBy: 'server/checkout/start-checkout.ts',
    test: 'server/checkout/checkout.db.test.ts › of a belt to California and a gift elsewhere is taxed once and paid once; only the former renews',
  },
  {
    says: /(?:^|[ ,])cancel,?(?: pause or skip| on my)?.*any ?time|pause or cancel anytime|until you cancel, anytime|^No commitment$/i,
    keptBy: 'server/memberships/cancel-renewal.ts',
    test: 'server/billing/cancellations.db.test.ts › stops renewal at once, ships paid boxes, and emails their dates',
  },
  {
    says: /pause or skip anytime|^Skip, pause or cancel/i,
    keptBy: 'server/memberships/skip-box.ts',
    test: 'server/billing/skips-and-pauses.db.test.ts › moves every unpacked box and the next charge by a month, also on longer plans',
  },
  {
    says: /still ships?\b|[Bb]elts you’ve paid for still come|still get (?:what|the belts) you’ve paid for/,
    keptBy: 'server/memberships/cancel-renewal.ts',
    test: 'server/billing/cancellations.db.test.ts › can be undone until the last box ships',
  },
  {
    says: /won’t (?:renew|be charged|charge your card)|page, and nothing is charged/,
    keptBy: 'server/memberships/cancel-renewal.ts',
    test: 'server/billing/cancellations.db.test.ts › stops renewal at once, ships paid boxes, and emails their dates',
  },
  {
    says: /won’t charge it now/,
    keptBy: 'server/checkout/place-order.ts',
    test: 'e2e/journeys/stripe-setup.spec.ts › with nothing due, the card is set up, a refused one says so, and the order comes',
  },
  {
    says: /leaves the money with us|we’ll refund you|give them store credit/,
    keptBy: 'server/exchanges/file-exchanges.ts',
    test: 'server/exchanges/disputed.db.test.ts › a %s that a giver chooses during a dispute waits, and is given once the dispute is won',
  },
  {
    says: /charged for it again/,
    keptBy: 'server/handovers/their-charges.ts',
    test: 'server/handovers/handovers.db.test.ts › is handed over with a new card, same day and price, and never charges the old card again',
  },
  {
    says: /owe anything/,
    keptBy: 'server/memberships/end-unpaid.ts',
    test: 'server/billing/late-cards.db.test.ts › an unchanged, refused card is tried once more, then the membership ends',
  },
  {
    says: /charged today/i,
    keptBy: 'server/memberships/change-plan.ts',
    test: 'server/memberships/plan-changes.db.test.ts › shows its price, day and terms, is charged then once, and continues',
  },
  {
    says: /(?:take this back|undo this) until/,
    keptBy: 'server/memberships/change-plan.ts',
    test: 'server/memberships/plan-changes.db.test.ts › can be undone until charged, even after a skip, and counts once when repeated',
  },
  {
    says: /charged until you pay/,
    keptBy: 'server/admin/orders/manual-orders.ts',
    test: 'server/admin/orders/manual-orders.db.test.ts › emails a link that loads the cart, can be paid once, and then says so',
  },
  {
    says: /ships? by(?: |$)/i,
    keptBy: 'server/promises/shop-promises.ts',
    test: 'server/promises/promises.db.test.ts › a paid box is due on its ship-by day, then late, and kept once shipped',
  },
  {
    says: /ships once (?:you|they)’ve (?:chosen|added)/,
    keptBy: 'server/gifts/choose-for-gift.ts',
    test: 'server/memberships/club-review.db.test.ts › a held box gets its belt once the recipient gives a size',
  },
  {
    says: /ships once (?:yours|we have|the return)/,
    keptBy: 'server/exchanges/returns.ts',
    test: 'server/exchanges/exchanges.db.test.ts › is reserved at once, ships when the belt is back, and replaces it',
  },
  {
    says: /offered you by a link, and you didn’t take/,
    keptBy: 'server/handovers/prune-offers.ts',
    test: 'server/account/privacy/retention.db.test.ts › list matches the worker’s jobs',
  },
  {
    says: /under warranty until/i,
    keptBy: 'server/exchanges/sent-box.ts',
    test: 'server/exchanges/warranty.db.test.ts › still covers the last second of its last day',
  },
  {
    says: /Only you and our team see it/,
    keptBy: 'server/exchanges/claim-photos.ts',
    test: 'server/exchanges/warranty.db.test.ts › is claimed with photos after the 30 days, and gets a decision within the stated hours',
  },
  {
    says: /stay in your browser until/,
    keptBy: 'app/quiz/submit-quiz.ts',
    test: 'app/quiz/submit-quiz.test.ts › for myself subscribes the email with full name and source',
  },
  {
    says: /stay in our books/,
    keptBy: 'server/account/privacy/redact-orders.ts',
    test: 'server/account/privacy/privacy.db.test.ts › is gone from every table once deleted, and the orders still add up',
  },
  {
    says: /ask for everything we have about you/,
    keptBy: 'server/account/privacy/data-requests.ts',
    test: 'server/account/privacy/retention.db.test.ts › shows what is stored about their address after a button press, not the link alone',
  },
  {
    says: /goes only to those who are on its list|only write to people who confirm/,
    keptBy: 'server/newsletter/subscribe.ts',
    test: 'server/newsletter/newsletter-mails.db.test.ts › emails a question, and only the linked button adds the address to the list',
  },
  {
    says: /don’t sell (?:any of it|or share)/,
    keptBy: 'app/browser/load-tag-manager.ts',
    test: 'e2e/journeys/purchase.spec.ts › on desktop, a monthly plan for oneself ends with an order number and one email',
  },
  {
    says: /still get emails about your orders and before a charge/,
    keptBy: 'server/members/opt-out.ts',
    test: 'server/notifications/gift-notices.db.test.ts › can stop reminders in one click, and still gets other gifts’ notices',
  },
  {
    says: /By email, within a few minutes/,
    keptBy: 'server/mailing/drain-outbox.ts',
    test: 'e2e/journeys/purchase.spec.ts › on desktop, a monthly plan for oneself ends with an order number and one email',
  },
  {
    says: /Turn it into a code/,
    keptBy: 'server/credit/store-credit.ts',
    test: 'server/credit/credit.db.test.ts › becomes one code, even when asked twice, and shows its amount only on request',
  },
  {
    says: /size and styles any time/,
    keptBy: 'server/account/memberships/change-preferences.ts',
    test: 'server/admin/people/people.db.test.ts › changes size, styles and address of unpacked boxes',
  },
]
