import { type Confirmation, confirm, retrieveBySecret } from './confirm.ts'
import { invalidRequest, StripeRefusal } from './refusal.ts'
import type { World } from './world.ts'

export type BrowserAnswer = { status: number; body: object }

/**
 * What a stand-in for Stripe.js calls: POST /browser/confirm with `{clientSecret, number, email, receiptEmail,
 * authentication}` and POST /browser/retrieve with `{clientSecret}`, both JSON.
 */
export function answerBrowser(world: World, path: string, rawBody: string): BrowserAnswer {
  try {
    const body = JSON.parse(rawBody || '{}') as Confirmation & { clientSecret?: string }
    const { clientSecret } = body
    if (typeof clientSecret !== 'string')
      throw invalidRequest('Missing required param: client_secret.', { param: 'client_secret' })
    if (path === '/browser/retrieve') return { status: 200, body: retrieveBySecret(world, clientSecret) }
    if (path !== '/browser/confirm')
      throw new StripeRefusal(404, { type: 'invalid_request_error', message: `No such page: ${path}` })
    return { status: 200, body: confirm(world, clientSecret, body) }
  } catch (error) {
    if (error instanceof StripeRefusal) return { status: error.status, body: error.body }
    throw error
  }
}

export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
}
