/** What can go wrong, independent of HTTP. Only `server/http/api.ts` maps a code to a status. */
export type ShopErrorCode =
  | 'invalid_body'
  | 'body_too_large'
  | 'invalid_cart'
  | 'price_changed'
  | 'payment_not_found'
  | 'payment_not_completed'
  | 'payment_of_another_cart'
  | 'already_ordered'
  | 'card_declined'
  | 'payments_unavailable'
  | 'payments_refused'
  | 'carrier_unavailable'
  | 'database_away'
  | 'order_delayed'
  | 'payments_stopped'
  | 'promotion_refused'
  | 'setup_refused'
  | 'invalid_signature'
  | 'not_found'
  | 'not_possible'
  | 'method_not_allowed'
  | 'too_many_requests'
  | 'proof_needed'
  | 'not_signed_in'
  | 'not_allowed'
  | 'foreign_origin'
  | 'must_change_password'
  | 'must_set_up_two_step'
  | 'confirm_first'
  | 'needs_owner'
  | 'taken'
  | 'invalid_picture'

/** An error a visitor can read: a code for programs and a sentence that says what to do. */
export class ShopError extends Error {
  readonly code: ShopErrorCode
  /** wrong fields by their path in the body, e.g. "cartItems.0.planId" */
  readonly fields: Record<string, string> | undefined
  /** more facts for the client, e.g. the order number of a cart that is already paid */
  readonly details: Record<string, string> | undefined

  constructor(
    code: ShopErrorCode,
    sentence: string,
    more: { fields?: Record<string, string>; details?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(sentence, { cause: more.cause })
    this.name = 'ShopError'
    this.code = code
    this.fields = more.fields
    this.details = more.details
  }
}

/** What went wrong, for the owner: what the provider said, if the visitor's sentence is only about what to do. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isRefusal = error instanceof ShopError && error.code === 'payments_refused'
  return isRefusal && error.cause instanceof Error ? error.cause.message : error.message
}
