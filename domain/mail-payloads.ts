import {
  array,
  boolean,
  type infer as Infer,
  nullable,
  number,
  object,
  optional,
  string,
  enum as zenum,
} from 'zod/mini'

const link = object({ email: string(), orderNumber: optional(string()) })

/** What an outbox row carries besides the id of its subject, by kind of email; other kinds carry nothing. */
const payloads = {
  'magic-link': link,
  'exchange-link': link,
  'data-request': object({ email: string(), wish: zenum(['copy', 'deletion']) }),
  /** what staff wrote to a buyer, with placeholders filled in */
  'order-notice': object({ email: string(), orderNumber: string(), subject: string(), text: string() }),
  /** a line of the audit log for one reader; `to` null: the address the shop was started with */
  'security-notice': object({ line: string(), to: nullable(string()), address: nullable(string()) }),
  /** the staff member who wants to see it in their own mailbox */
  'letter-test': object({ email: string() }),
  /** what staff did for someone, in words */
  'done-for-you': object({ email: string(), what: string(), lines: array(string()) }),
  /**
   * to the right address of orders that were made with a mistyped one (server/account/email-correction.ts); the rest is which
   * owner asked
   */
  'email-correction': object({
    ...{ email: string(), fromEmail: string(), orderIds: array(string()) },
    state: zenum(['asked', 'ended', 'done']),
    ...{ userId: nullable(string()), username: string() },
  }),
  /** to the mistyped one: nothing of theirs */
  'email-moving': object({ email: string() }),
  /** what the provider said */
  'payments-refused': object({ reason: string() }),
  /**
   * a payment for a checkout the shop doesn't know, or for none: made by hand at the provider; `askedCents` in integer
   * cents
   */
  'payment-without-order': object({
    intentId: string(),
    askedCents: number(),
    reason: string(),
    buyer: string(),
    isByHand: optional(boolean()),
  }),
}

export type PayloadKind = keyof typeof payloads
export type MailPayload<Kind extends PayloadKind> = Infer<(typeof payloads)[Kind]>

/**
 * A stored payload, parsed.
 * @throws ZodError if it's invalid: the email is retried, and the failure shows in the admin
 */
export function parsePayload<Kind extends PayloadKind>(kind: Kind, payload: unknown): MailPayload<Kind> {
  return payloads[kind].parse(payload) as MailPayload<Kind>
}
