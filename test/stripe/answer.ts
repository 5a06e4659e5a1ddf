import { apiVersion, findOperation } from './contract.ts'
import { checkExpand, render } from './expand.ts'
import { type Form, parseForm } from './form.ts'
import type { ApiAnswer, ApiRequest, Idempotency } from './idempotency.ts'
import type { Listed } from './operation.ts'
import { perform } from './operations.ts'
import { pageOf } from './page.ts'
import { StripeRefusal } from './refusal.ts'
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
