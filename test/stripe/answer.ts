import { apiVersion, findOperation } from './contract.ts'
import { checkExpand, render } from './expand.ts'
import { type Form, parseForm } from './form.ts'
import type { ApiAnswer, ApiRequest, Idempotency } from './idempotency.ts'
import type { Listed } from './operation.ts'
import { perform } from './operations.ts'
import { invalidRequest, noSuch, StripeRefusal } from './refusal.ts'
import { readParams } from './validate.ts'
import type { World } from './world.ts'

/** Answers one request as Stripe would, with all its effects on the world. */
export function answer(
  world: World,
  idempotency: Idempotency,
  secretKey: string | null,
  request: ApiRequest,
  id: string,
): ApiAnswer {
  try {
    checkKey(request.headers.authorization, secretKey)
    checkVersion(request.headers.version)
    const found = findOperation(request.method, request.path)
    if (!found)
      throw new StripeRefusal(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${request.method}: ${request.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
      })
    const { operation, name } = found
    const form: Form = parseForm(request.form)
    const run = (): ApiAnswer => {
      const params = readParams(operation, form)
      const paths = (params.expand ?? []) as string[]
      checkExpand(operation.returns, paths, operation.list === true)
      world.request = { id, idempotency_key: request.headers.idempotencyKey ?? null }
      const result = perform(name, { world, params, id: found.id })
      if (!operation.list) return { status: 200, body: render(world, result, paths) }
      const page = pageOf(result as Listed, params, request.path)
      const inner = paths.map((path) => path.slice('data.'.length))
      return { status: 200, body: { ...page, data: page.data.map((entry) => render(world, entry, inner)) } }
    }
    const key = request.method === 'POST' ? request.headers.idempotencyKey : undefined
    return key === undefined ? run() : idempotency.once(key, request, run)
  } catch (error) {
    if (error instanceof StripeRefusal) return { status: error.status, body: error.body }
    throw error
  } finally {
    world.request = { id: null, idempotency_key: null }
  }
}

function checkKey(authorization: string | undefined, secretKey: string | null): void {
  const [scheme, given = ''] = (authorization ?? '').split(' ')
  const key = scheme === 'Basic' ? Buffer.from(given, 'base64').toString().split(':')[0]! : given
  if (key === '')
    throw new StripeRefusal(401, {
      type: 'invalid_request_error',
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    })
  const isRight = secretKey === null ? /^(sk|rk)_test_\w+$/.test(key) : key === secretKey
  if (!isRight)
    throw new StripeRefusal(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`,
    })
}

function checkVersion(version: string | undefined): void {
  if (version === undefined || version === apiVersion) return
  throw new StripeRefusal(400, {
    type: 'invalid_request_error',
    message: `Invalid Stripe API version: ${version}. The simulator speaks ${apiVersion} only.`,
  })
}

type PageParams = { limit?: number; starting_after?: string; ending_before?: string }

/** Cuts a page from a newest-first list, as Stripe does: 10 by default, at most 100. */
function pageOf(listed: Listed, params: PageParams, url: string) {
  const { limit = 10, starting_after, ending_before } = params
  if (limit < 1 || limit > 100)
    throw invalidRequest('Invalid integer: limit must be between 1 and 100', { param: 'limit' })
  if (starting_after !== undefined && ending_before !== undefined)
    throw invalidRequest('You can only specify one of these parameters: starting_after, ending_before.')
  const { all } = listed
  if (ending_before !== undefined) {
    const end = placeOf(all, ending_before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list' as const, data: all.slice(start, end), has_more: start > 0, url }
  }
  const start = starting_after === undefined ? 0 : placeOf(all, starting_after, 'starting_after') + 1
  return {
    object: 'list' as const,
    data: all.slice(start, start + limit),
    has_more: all.length > start + limit,
    url,
  }
}

function placeOf(all: { id: string }[], id: string, param: string): number {
  const place = all.findIndex((object) => object.id === id)
  if (place === -1) throw noSuch('object', id, param, 400)
  return place
}
