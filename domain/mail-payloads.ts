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

/** What a row of the outbox carries beside the id of its subject, by kind of mail; other kinds carry nothing. */
const payloads = {
  'magic-link': link,
  'exchange-link': link,
  'data-request': object({ email: string(), wish: zenum(['copy', 'deletion']) }),
  /** what the staff wrote to a buyer, every word filled in */
  'order-notice': object({ email: string(), orderNumber: string(), subject: string(), text: string() }),
  /** a line of the audit log for one reader; `to` null: the address that the shop was started with */
  'security-notice': object({ line: string(), to: nullable(string()), address: nullable(string()) }),
  /** one of the staff who wants to see it in their own mailbox */
  'letter-test': object({ email: string() }),
  /** what the staff did for somebody, in their words */
  'done-for-you': object({ email: string(), what: string(), lines: array(string()) }),
  /** of a checkout that the shop doesn't know, or of none: made at the provider; `askedCents` in integer cents */
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

/** A stored payload as what it has to be. @throws ZodError where it is something else: the mail is tried again, and shows in the admin */
export function parsePayload<Kind extends PayloadKind>(kind: Kind, payload: unknown): MailPayload<Kind> {
  return payloads[kind].parse(payload) as MailPayload<Kind>
}
