/** Stripe's error reply: `{error: {type, code, param, message}}` with an HTTP status. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly body: { error: Record<string, unknown> }

  constructor(
    status: number,
    error: { type: string; code?: string; param?: string; message: string } & Record<string, unknown>,
  ) {
    super(error.message)
    this.status = status
    this.body = { error }
  }
}

/** A request Stripe doesn't understand or allow: 400 invalid_request_error. */
export function invalidRequest(
  message: string,
  about: { code?: string; param?: string } & Record<string, unknown> = {},
): StripeRefusal {
  return new StripeRefusal(400, { type: 'invalid_request_error', ...about, message })
}

/** @param kind the name in Stripe's message, e.g. `customer` */
export function noSuch(kind: string, id: string, param = 'id', status = 404): StripeRefusal {
  return new StripeRefusal(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    doc_url: 'https://stripe.com/docs/error-codes/resource-missing',
    message: `No such ${kind}: '${id}'`,
    param,
  })
}
