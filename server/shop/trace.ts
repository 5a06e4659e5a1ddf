import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'

/** What is known about a piece of work before it starts; never personal data. */
type TraceAttributes = Record<string, string | number | boolean>

/** Runs a piece of work as one span of a trace and rethrows what it throws. */
export type Trace = <T>(name: string, attributes: TraceAttributes, work: () => Promise<T>) => Promise<T>

/** Used without a collector: records nothing. */
export const noTrace: Trace = (_name, _attributes, work) => work()

/** Wraps each port call in a span such as "payments.capture", so that traces show how long a third party took. */
export function tracedPort<Port extends object>(name: string, port: Port, trace: Trace): Port {
  return new Proxy(port, {
    get(target, key) {
      const value = Reflect.get(target, key) as unknown
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const answer: unknown = value.apply(target, args)
        return answer instanceof Promise ? trace(`${name}.${String(key)}`, {}, () => answer) : answer
      }
    },
  })
}

/** One round of a part of the background work, while it runs. */
export type Round = {
  /** of `performance.now()`: when it began, or last got something done */
  movedAt: number
  /** what one of its items failed at first, though the round went on with the others; null: nothing */
  failure: unknown
  /** called with each step */
  moved(): unknown
}

/** Context shared by everything that runs for one request or one worker round. */
export type Scope = { requestId?: string; span?: Span; round?: Round }

const scopes = new AsyncLocalStorage<Scope>()

/** Runs a function within a scope: its log lines carry the request's id, and its spans join the request's trace. */
export function within<T>(scope: Scope, work: () => T): T {
  return scopes.run({ ...scopes.getStore(), ...scope }, work)
}

/** The current scope; empty outside of any. */
export function currentScope(): Scope {
  return scopes.getStore() ?? {}
}
