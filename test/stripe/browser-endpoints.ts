import { type Confirmation, confirm, type Intents, retrieveBySecret } from './confirm.ts'
import { type Form, type FormValue, parseForm } from './form.ts'
import { invalidRequest, StripeRefusal } from './refusal.ts'
import type { World } from './world.ts'

export type BrowserAnswer = { status: number; body: object }

export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
}

const wire = /^\/browser\/v1\/(?:payment|setup)_intents\/[^/]+(?:\/(confirm|authenticate))?$/

/**
 * What a stub of Stripe.js calls, in either of two formats. JSON: POST /browser/confirm `{clientSecret, number, email,
 * receiptEmail, authentication}` and POST /browser/retrieve `{clientSecret}`. Or the forms Stripe.js sends, at
 * /browser/v1/payment_intents/{id}, .../confirm and .../authenticate (`outcome` succeeded or failed: what the buyer told
 * the bank), and the same for setup_intents. Forms are answered with the intent itself.
 */
export function answerBrowser(world: World, path: string, query: string, rawBody: string): BrowserAnswer {
  try {
    const match = wire.exec(path)
    if (match) return { status: 200, body: answerForm(world, match[1] ?? 'retrieve', query, rawBody) }
    const body = JSON.parse(rawBody || '{}') as Confirmation & { clientSecret?: string }
    const clientSecret = secretFrom(body.clientSecret)
    if (path === '/browser/retrieve') return { status: 200, body: retrieveBySecret(world, clientSecret) }
    if (path === '/browser/confirm') return { status: 200, body: confirm(world, clientSecret, body) }
    throw new StripeRefusal(404, { type: 'invalid_request_error', message: `No such page: ${path}` })
  } catch (error) {
    if (error instanceof StripeRefusal) return { status: error.status, body: error.body }
    throw error
  }
}

function secretFrom(value: unknown): string {
  if (typeof value === 'string') return value
  throw invalidRequest('Missing required param: client_secret.', {
    code: 'parameter_missing',
    param: 'client_secret',
  })
}

function answerForm(world: World, action: string, query: string, rawBody: string): object {
  const form = parseForm([query, rawBody].filter(Boolean).join('&'))
  const clientSecret = secretFrom(form.client_secret)
  if (action === 'confirm') confirm(world, clientSecret, confirmationIn(form))
  if (action === 'authenticate') authenticate(world, clientSecret, form.outcome === 'succeeded')
  return intentIn(retrieveBySecret(world, clientSecret))
}

function intentIn(found: Intents) {
  return 'paymentIntent' in found ? found.paymentIntent : found.setupIntent
}

function confirmationIn(form: Form): Confirmation {
  const method = at(form, 'payment_method_data')
  const details = at(method, 'billing_details')
  return {
    number: text(at(method, 'card'), 'number') ?? '',
    email: text(details, 'email'),
    receiptEmail: text(form, 'receipt_email'),
  }
}

// A declined authentication is only recorded on the intent, where Stripe.js finds it.
function authenticate(world: World, clientSecret: string, isCompleted: boolean): void {
  const intent = intentIn(retrieveBySecret(world, clientSecret))
  const number = world.cardNumbers.get(intent.payment_method ?? '')
  if (intent.status !== 'requires_action' || number === undefined)
    throw invalidRequest('Nobody asked for this authentication.')
  try {
    confirm(world, clientSecret, { number, authentication: isCompleted ? 'completed' : 'failed' })
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
  }
}

function at(form: Form, name: string): Form {
  const value: FormValue | undefined = form[name]
  return typeof value === 'object' && !Array.isArray(value) ? value : {}
}

function text(form: Form, name: string): string | undefined {
  const value = form[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
