import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { isDatabaseAway } from '../../db/server-trouble.ts'
import { accountContracts } from '../../domain/account/contracts.ts'
import { signInContracts } from '../../domain/admin/auth-contracts.ts'
import { adminContracts } from '../../domain/admin/contracts.ts'
import { api, type ParsedBody, type Reply } from '../../domain/api.ts'
import { type EndpointName, endpoints } from '../../domain/endpoints.ts'
import { ShopError, type ShopErrorCode } from '../../domain/errors.ts'
import { completeSession } from '../checkout/complete-session.ts'
import { confirmDemoPayment } from '../checkout/confirm-demo-payment.ts'
import { openOrderLink } from '../checkout/order-link.ts'
import { placeGuestOrder, placeSubscriptionOrder } from '../checkout/place-order.ts'
import { recordConsent } from '../checkout/record-consent.ts'
import { startCheckout } from '../checkout/start-checkout.ts'
import { sendContactMessage } from '../contact/send-contact-message.ts'
import { firstSix } from '../curation/first-six.ts'
import { noteRefusal } from '../health/self-watch.ts'
import { subscribe, subscribeFromQuiz } from '../newsletter/subscribe.ts'
import { previewPromotion } from '../promotions/preview-promotion.ts'
import { countQuizStep } from '../quiz/quiz-funnel.ts'
import { addressOf } from '../shop/address.ts'
import { type Caller, callerAddress } from '../shop/caller.ts'
import { logDiskFull } from '../shop/log.ts'
import { parseInput, readJson } from '../shop/parse-input.ts'
import { noteCaller } from '../shop/proxy-warning.ts'
import type { Shop } from '../shop/shop.ts'
import { currentScope } from '../shop/trace.ts'
import { routeOf } from '../telemetry/metrics.ts'
import { limitTo, sendJson, sendReply } from './call-input.ts'
import { openApi } from './openapi.ts'

type Handler<Name extends EndpointName> = (
  shop: Shop,
  body: ParsedBody<Name>,
  caller: Caller,
) => Promise<Reply<Name>>

/** Endpoint → handler. TypeScript rejects a call without its handler. */
const handlers: { [Name in EndpointName]: Handler<Name> } = {
  createPaymentIntent: startCheckout,
  createGuestOrder: placeGuestOrder,
  createSubscriptionOrder: placeSubscriptionOrder,
  completeCheckoutSession: completeSession,
  previewPromotion,
  recordConsent,
  openOrderLink,
  subscribeFromQuiz,
  subscribeToNewsletter: subscribe,
  sendContactMessage,
  countQuizStep,
  firstSix,
  confirmDemoPayment,
}

const statuses: Record<ShopErrorCode, number> = {
  invalid_body: 400,
  body_too_large: 400,
  invalid_cart: 400,
  price_changed: 400,
  payment_not_found: 400,
  payment_not_completed: 402,
  payment_of_another_cart: 409,
  already_ordered: 409,
  not_possible: 409,
  card_declined: 402,
  payments_unavailable: 503,
  payments_refused: 503,
  carrier_unavailable: 503,
  database_away: 503,
  order_delayed: 503,
  payments_stopped: 503,
  promotion_refused: 400,
  setup_refused: 402,
  invalid_signature: 400,
  not_found: 404,
  method_not_allowed: 405,
  too_many_requests: 429,
  proof_needed: 429,
  not_signed_in: 401,
  not_allowed: 403,
  foreign_origin: 403,
  must_change_password: 403,
  must_set_up_two_step: 403,
  confirm_first: 403,
  needs_owner: 409,
  taken: 409,
  invalid_picture: 400,
}

/** Bytes per body: twice what twenty cart items with the longest texts need. */
const largestBody = 256 * 1024

/** Mounts every call of spec §7: parse the input, run one handler, map the error. */
export function mountApi(app: Hono, shop: Shop) {
  app.use('/api/*', limitTo(largestBody, 'This request is too large. Shorten the texts and send it again.'))
  for (const name of Object.keys(endpoints) as EndpointName[]) mount(app, shop, name)
  app.get('/api/openapi.json', (context) => sendJson(context, openApi(shop.config, 'everybody')))
  app.all('/api/*', (context) => {
    const allowed = methodsOf(addressOf(context).path).join(', ')
    if (allowed === '') throw new ShopError('not_found', 'There is no such call.')
    context.header('allow', allowed)
    throw new ShopError('method_not_allowed', `Use ${allowed} for this call.`)
  })
}

/** The methods a path supports. */
function methodsOf(path: string): string[] {
  const tables = Object.values({ ...signInContracts, ...adminContracts, ...accountContracts })
  const all = [...Object.values(endpoints), ...tables.map((call) => call.endpoint)]
  return all.flatMap((endpoint) => {
    const [method, pattern] = endpoint.split(' ') as [string, string]
    const matches = new RegExp(`^${pattern.replace('.', '\\.').replace(/:\w+/g, '[^/]+')}$`).test(path)
    return matches ? [method] : []
  })
}

function mount<Name extends EndpointName>(app: Hono, shop: Shop, name: Name) {
  const [method, path] = endpoints[name].split(' ') as [string, string]
  app.on(method, path, async (context) => {
    const body = parseInput(api[name].body, await readJson(context)) as ParsedBody<typeof name>
    const reply = await handlers[name](shop, body, callerOf(shop, context))
    return sendReply(shop, context, api[name], reply)
  })
}

/** The caller (server/shop/caller.ts). */
export function callerOf(shop: Shop, context: Context): Caller {
  const forwarded = context.req.header('x-forwarded-for')
  const address = callerAddress(shop.config.trustProxy, socketAddress(context), forwarded)
  noteCaller(shop, address, forwarded)
  const proof = context.req.header('x-proof-of-work')
  return { address, ...(proof ? { proof } : {}), userAgent: context.req.header('user-agent') }
}

// There is no socket when tests call the API without a port.
function socketAddress(context: Context): string {
  const bindings = context.env as HttpBindings | undefined
  return bindings?.incoming?.socket.remoteAddress ?? ''
}

// Node's message if the client hung up in the middle of a body. Errors of the database connection read differently.
const isCutOff = (error: unknown) => error instanceof Error && error.message === 'aborted'

// The client is gone, so only the log shows this, and there it must not look like a server error.
function cutOff(cause: unknown): ShopError {
  return new ShopError('invalid_body', 'Part of the request got lost. Send it again.', { cause })
}

// Asks the client to retry in ten seconds: by then the database has restarted.
function databaseAway(cause: unknown): ShopError {
  return new ShopError(
    'database_away',
    'We can’t reach our records right now. Nothing is lost. Please try again in a few seconds.',
    { cause, details: { retryAfterSeconds: '10' } },
  )
}

// A sentence that was already found says more, such as that somebody has paid.
function sentenceOf(raised: unknown): unknown {
  if (raised instanceof ShopError) return raised
  if (isCutOff(raised)) return cutOff(raised)
  return isDatabaseAway(raised) ? databaseAway(raised) : raised
}

/** Every error of an API call as `{code, message, fields}`. Unknown errors are logged under an id that the message shows. */
export function apiError(shop: Shop, raised: unknown, context: Context): Response {
  const error = sentenceOf(raised)
  logDiskFull(shop, raised)
  if (error instanceof ShopError) {
    const { code, message, fields, details } = error
    if (details?.retryAfterSeconds) context.header('retry-after', details.retryAfterSeconds)
    if ([403, 429].includes(statuses[code])) noteRefusal(shop, callerOf(shop, context).address)
    if (error.cause) shop.log.warn({ error: error.cause, code, route: routeOf(context) }, 'call refused')
    return context.json(
      { code, message, fields: fields ?? {}, ...(details ? { details } : {}) },
      statuses[code] as 400,
    )
  }
  const id = (currentScope().requestId ?? randomUUID()).slice(0, 8)
  shop.log.error({ error, id, route: routeOf(context) }, 'call failed')
  const message = `Something went wrong on our side. Please try again. If it keeps happening, write to ${shop.config.supportEmail} and mention ${id}.`
  return context.json({ code: 'internal_error', message, fields: {} }, 500)
}
