/**
 * Every number the shop promises, and the only place that has it. Pages, emails, slips, structured data, evidence for
 * banks and the register of promises read it, mostly through the phrases of `domain/term-words.ts`. To change one, change
 * it here (docs/recipes.md "A promised number"). Days include the last one.
 */
export const terms = {
  /** days after delivery to return or exchange a belt (spec §1, §9) */
  returnDays: 30,
  /** days we wait for a belt to come back, counted from the request */
  sendBackDays: 30,
  /** months without the same belt (spec §1, §9); the constraint boxes_no_repeat has it too, and a test compares them */
  repeatMonths: 36,
  /** months of warranty from delivery (spec §9) */
  warrantyMonths: 12,
  /** days between the notice of a price and the first charge at it (spec §2 "Terms", §9) */
  priceNoticeDays: 30,
  /** hours until we answer; claims and return labels take as long as order questions (spec §9 "Contact") */
  answerHours: { order: 12, other: 24 },
  /** business days on the way, as the terms of service say (spec §9) */
  deliveryDays: { from: 3, to: 7 },
  /** business days until the first belt ships and, once it has, arrives, as the thank-you page says (spec §9) */
  firstShippingDays: { from: 3, to: 5 },
  firstArrivalDays: { from: 5, to: 7 },
  /** business days until a refund or exchange arrives, as the returns page says (spec §1, §9) */
  refundDays: { from: 5, to: 7 },
  /** the same as the terms of service say, which is also how long banks take (spec §9) */
  bankDays: { from: 5, to: 10 },
  /** years of age to order (spec §9) */
  minimumAge: 18,
  /** days without a scan until a package counts as lost (docs/decisions/072) */
  lostAfterDays: 10,
  /** weeks for which a refused renewal is tried before the membership ends */
  unpaidWeeks: 3,
  /** minutes a sign-in link works; and minutes for which another one isn't sent */
  signInMinutes: 30,
  signInRestMinutes: 20,
  /** hours the link to someone's data works */
  dataLinkHours: 24,
  /** days the account links in emails about money work: longer than a month, so that the last monthly receipt's does */
  accountLinkDays: 60,
  /** days the link to give another card works */
  cardLinkDays: 30,
  /** days after which an unconfirmed newsletter address is asked once more */
  newsletterReminderDays: 3,
  /** days that personal data is kept, by kind (domain/retention.ts) */
  keptDays: {
    carts: 30,
    offers: 30,
    signUps: 30,
    messages: 730,
    setAside: 30,
    letters: 90,
    mails: 730,
    photos: 730,
    labels: 90,
    providerNews: 90,
    signIns: 30,
    requests: 7,
    refusals: 7,
  },
}
