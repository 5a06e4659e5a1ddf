import {
  guid,
  type infer as Infer,
  optional,
  regex,
  strictObject,
  string,
  type ZodMiniObject,
  enum as zenum,
} from 'zod/mini'

const id = guid()
const day = string().check(regex(/^\d{4}-\d\d-\d\d$/))
/** milliseconds since 1970, or another number */
const instant = string().check(regex(/^\d+$/))

const order = strictObject({ orderId: id })
const membership = strictObject({ membershipId: id })
const charge = strictObject({ membershipId: id, chargeOn: day })
const cancellation = strictObject({ membershipId: id, cancelledAt: instant })
const box = strictObject({ boxId: id })
/** `after`: the provider's id of a dispute that was decided for the shop, after which the days to pay start over */
const invoice = strictObject({ invoiceId: string(), after: optional(string()) })
const priceRun = strictObject({ membershipId: id, runId: id })
const sizeReminder = strictObject({ membershipId: id, drop: string().check(regex(/^\d{4}-\d\d$/)) })
const exchange = strictObject({ membershipId: id, exchangeId: id })
const refund = strictObject({ refundId: id, attempts: optional(instant) })
const message = strictObject({ messageId: id })
const planChange = strictObject({ changeId: id })
const handover = strictObject({ handoverId: id })
const request = strictObject({ requestId: id })
/** with its time, because a later sign-up gets an email again */
const signUp = strictObject({ subscriberId: id, at: string() })

/**
 * What each kind of email is about, and so what it is sent only once for. The parts, in this order and joined by colons,
 * are the subject id of its outbox row. If there is a row to refer to, its id comes first, which is how all emails about
 * a row are found.
 */
const subjects = {
  'order-confirmation': order,
  'order-shipped': strictObject({ orderId: id, trackingNumber: string() }),
  /** `key` of the form staff sent it with */
  'order-notice': strictObject({ orderId: id, key: string() }),
  'order-link': strictObject({ manualOrderId: id }),
  'box-shipped': strictObject({ boxId: id, trackingNumber: string() }),
  'box-trouble': strictObject({ boxId: id, trouble: zenum(['problem', 'returned', 'lost']) }),
  'drop-notice': strictObject({ membershipId: id, noticeId: id, as: zenum(['member', 'giver']) }),
  /** `wearer`: only news, to someone whose belt another person paid for before a handover */
  'delay-notice': strictObject({ boxId: id, delayId: id, as: optional(zenum(['wearer'])) }),
  'box-gone': box,
  'choice-wanted': strictObject({ boxId: id, day }),
  'contact-to-support': message,
  'contact-acknowledgement': message,
  'contact-answer': strictObject({ replyId: id }),
  /** `decided`: a second receipt, after the owner decided what the payment was for */
  'renewal-receipt': strictObject({ paymentId: id, decided: optional(zenum(['decided'])) }),
  'renewal-failed-0': invoice,
  'renewal-failed-3': invoice,
  'renewal-failed-7': invoice,
  'renewal-failed-18': invoice,
  'card-changed': strictObject({ membershipId: id, cardId: string() }),
  'card-expiring': strictObject({ membershipId: id, cardId: string(), lastMonth: string() }),
  'card-missing': charge,
  'membership-ended-unpaid': membership,
  'membership-cancelled': cancellation,
  'membership-cancelled-elsewhere': cancellation,
  'membership-renews-again': cancellation,
  'cancelled-at-provider': cancellation,
  'payment-differs': strictObject({ paymentId: id }),
  'price-differs': strictObject({ membershipId: id, terms: string() }),
  /** both use the provider's ids */
  /** `changeId`: the status in the dispute's history; absent in those of an older version */
  dispute: strictObject({ disputeId: string(), state: string(), changeId: optional(instant) }),
  'dispute-due': strictObject({ disputeId: string(), changeId: instant, days: zenum(['3', '1']) }),
  'fraud-warning': strictObject({ warningId: string() }),
  'credit-given': strictObject({ creditId: id }),
  'refund-made': refund,
  'refund-failed': refund,
  'refund-stuck': refund,
  /**
   * a checkout that can't become an order, or the customer of a membership who paid for something made by hand at the
   * provider
   */
  'payment-without-order': strictObject({ aboutId: string(), intentId: optional(string()) }),
  'renewal-notice-7': charge,
  'renewal-notice-14': charge,
  'renewal-notice-30': charge,
  'yearly-summary': strictObject({ membershipId: id, year: string().check(regex(/^\d{4}$/)) }),
  'price-change': priceRun,
  'price-kept': priceRun,
  'renewals-stopped': strictObject({ membershipId: id, stopId: id, chargeOn: day }),
  'plan-changed': planChange,
  'plan-kept': planChange,
  'gift-notice': membership,
  'gift-reminder-3': membership,
  'gift-reminder-10': membership,
  'gift-progress': box,
  /** `mailId`: the notice that came back */
  'gift-unreached': strictObject({ membershipId: id, mailId: id }),
  'size-reminder-7': sizeReminder,
  'size-reminder-2': sizeReminder,
  'review-wanted': box,
  'magic-link': request,
  'exchange-link': request,
  'data-request': request,
  'exchange-requested': exchange,
  'return-label': exchange,
  /** `given`: the box of the new replacement, or what replaced it */
  'exchange-changed': strictObject({ membershipId: id, exchangeId: id, given: string() }),
  'warranty-claimed': exchange,
  'warranty-settled': exchange,
  'warranty-offered': exchange,
  'warranty-declined': exchange,
  'return-received': exchange,
  'replacement-shipped': exchange,
  'return-credited': exchange,
  'exchange-expired': exchange,
  'return-refused': exchange,
  /** a line of the audit log, and the index of one of its readers */
  'security-notice': strictObject({ lineId: id, reader: instant }),
  /** the Monday on which it is sent, and the owner who gets it, or 'shop' if no owner has an address */
  'giving-digest': strictObject({ day, reader: string() }),
  /** on this day, the provider refused to take payments for this shop */
  'payments-refused': strictObject({ day }),
  'promises-due': strictObject({ day }),
  /** a line of the health page, and since when it is red */
  'shop-alarm': strictObject({ line: string(), since: instant }),
  /** a membership or a request, and the form that asked for it */
  'done-for-you': strictObject({ aboutId: id, askedAs: optional(string()) }),
  'email-correction': strictObject({ correctionId: id }),
  'email-moving': strictObject({ correctionId: id }),
  'handover-asked': handover,
  /** `agreedAt`: the terms agreed to then have changed */
  'handover-terms': strictObject({ handoverId: id, agreedAt: instant }),
  'handover-done': handover,
  'handover-gone': handover,
  /** `mailId`: the question that came back */
  'handover-unreached': strictObject({ handoverId: id, mailId: id }),
  /** a bill of the provider that was paid back to the person who had the membership, or to the one who gets it */
  'handover-refund': strictObject({ handoverId: id, as: zenum(['former', 'new']), invoiceId: string() }),
  'newsletter-confirmation': signUp,
  'newsletter-reminder': signUp,
  'newsletter-welcome': signUp,
  letter: strictObject({ readerId: id }),
  /** `second` since 1970: at most one email per second */
  'letter-test': strictObject({ letterId: id, second: instant }),
} satisfies Record<string, ZodMiniObject>

export type MailKind = keyof typeof subjects

export type MailSubject<Kind extends MailKind> = Infer<(typeof subjects)[Kind]>

/** The subject id of an email, as stored in the outbox. */
export function subjectIdOf<Kind extends MailKind>(kind: Kind, about: MailSubject<Kind>): string {
  const parts = about as Record<string, string | undefined>
  return Object.keys(subjects[kind].shape)
    .flatMap((name) => parts[name] ?? [])
    .join(':')
}

/**
 * Parses a stored subject id.
 * @throws ZodError if it's invalid: the email is retried, and the failure shows in the admin
 */
export function subjectOf<Kind extends MailKind>(kind: Kind, subjectId: string): MailSubject<Kind> {
  const names = Object.keys(subjects[kind].shape)
  let rest: string | undefined = subjectId
  const parts: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    if (rest === undefined) break
    // The last part takes the rest, including colons. Sign-ups were once stored with a space.
    const end: number = index === names.length - 1 ? -1 : rest.search(/[: ]/)
    parts[name] = end === -1 ? rest : rest.slice(0, end)
    rest = end === -1 ? undefined : rest.slice(end + 1)
  }
  return subjects[kind].parse(parts) as MailSubject<Kind>
}
