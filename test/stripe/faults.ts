import type { ApiAnswer } from './idempotency.ts'

/** Stripe's own refusal, with its status and error: a restricted account, a revoked key (docs.stripe.com/api/errors) */
type Refusal = {
  status: 400 | 401 | 402 | 403 | 409
  error: { type: string; code?: string; message: string }
}

export type FaultKind = 'reset' | '500' | '429' | 'hang' | Refusal

export type Fault = {
  method?: string
  /** the whole path, or a pattern for it; absent: every path */
  path?: string | RegExp
  /** before the request has an effect, or after it */
  when: 'before' | 'after'
  how: FaultKind
  /** how often; once by default */
  times?: number
}

export type Faults = {
  /** makes matching requests fail, the oldest fault first */
  fail(fault: Fault): void
  /** everything works again; hanging requests keep hanging */
  mend(): void
  /** takes the fault that strikes now, if any */
  strike(method: string, path: string, when: Fault['when']): FaultKind | null
}

export function newFaults(): Faults {
  let faults: { fault: Fault; left: number }[] = []
  return {
    fail(fault) {
      faults.push({ fault, left: fault.times ?? 1 })
    },
    mend() {
      faults = []
    },
    strike(method, path, when) {
      const entry = faults.find(
        ({ fault, left }) => left > 0 && fault.when === when && matches(fault, method, path),
      )
      if (!entry) return null
      entry.left -= 1
      return entry.fault.how
    },
  }
}

function matches(fault: Fault, method: string, path: string): boolean {
  if (fault.method !== undefined && fault.method !== method) return false
  if (fault.path === undefined) return true
  return typeof fault.path === 'string' ? fault.path === path : fault.path.test(path)
}

export const serverError: ApiAnswer = {
  status: 500,
  body: { error: { type: 'api_error', message: 'An unexpected error occurred in the simulator.' } },
}

export const tooManyRequests: ApiAnswer = {
  status: 429,
  body: {
    error: {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Request rate limit exceeded.',
    },
  },
}
