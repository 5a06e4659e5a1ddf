import { StripeRefusal } from './refusal.ts'

export type ApiRequest = {
  method: string
  path: string
  /** the undecoded parameters: the query of a GET or DELETE, the body of a POST */
  form: string
  headers: { authorization?: string; version?: string; idempotencyKey?: string }
}

export type ApiAnswer = { status: number; body: object; replayed?: boolean }

const rememberedFor = 24 * 3600

type Remembered = { fingerprint: string; answer: ApiAnswer; at: number }

export type Idempotency = {
  /**
   * Runs a request once per key. Success, declined cards and server errors are remembered for 24 hours; failed validation
   * isn't (docs.stripe.com/api/idempotent_requests).
   */
  once(key: string, request: ApiRequest, run: () => ApiAnswer): ApiAnswer
  /** replaces a key's stored reply, when a fault changed the reply after the effect */
  overwrite(key: string, answer: ApiAnswer): void
}

/** @param now in seconds since 1970 */
export function newIdempotency(now: () => number): Idempotency {
  const remembered = new Map<string, Remembered>()
  return {
    once(key, request, run) {
      if (key.length > 255) throw idempotencyError('Idempotency keys must be at most 255 characters.')
      const fingerprint = `${request.method} ${request.path} ${request.form}`
      const before = remembered.get(key)
      if (before && now() - before.at < rememberedFor) {
        if (before.fingerprint !== fingerprint)
          throw idempotencyError(
            `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
          )
        return { ...before.answer, replayed: true }
      }
      let answer: ApiAnswer
      try {
        answer = run()
      } catch (error) {
        if (!(error instanceof StripeRefusal) || error.status !== 402) throw error
        answer = { status: error.status, body: error.body }
      }
      // A copy, because the world changes but the stored reply must not.
      remembered.set(key, { fingerprint, answer: structuredClone(answer), at: now() })
      return answer
    },
    overwrite(key, answer) {
      const before = remembered.get(key)
      if (before) before.answer = answer
    },
  }
}

function idempotencyError(message: string): StripeRefusal {
  return new StripeRefusal(400, { type: 'idempotency_error', message })
}
