import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'

/** Context shared by everything that runs for one request or one worker round. */
export type Scope = { requestId?: string; span?: Span }

const scopes = new AsyncLocalStorage<Scope>()

/** Runs a function within a scope: its log lines carry the request's id, and its spans join the request's trace. */
export function within<T>(scope: Scope, work: () => T): T {
  return scopes.run({ ...scopes.getStore(), ...scope }, work)
}

/** The current scope; empty outside of any. */
export function currentScope(): Scope {
  return scopes.getStore() ?? {}
}
