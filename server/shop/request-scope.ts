import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'

/** What everything that happens for one request, or for one round of the worker, has in common. */
export type Scope = { requestId?: string; span?: Span }

const scopes = new AsyncLocalStorage<Scope>()

/** Runs a work within a scope: its log lines carry the request's id, its spans hang on the request's. */
export function within<T>(scope: Scope, work: () => T): T {
  return scopes.run({ ...scopes.getStore(), ...scope }, work)
}

/** The scope that one runs in; empty outside of any. */
export function currentScope(): Scope {
  return scopes.getStore() ?? {}
}
