import pino, { type DestinationStream, type Logger } from 'pino'
import { isDiskFull } from '../../db/connect-server.ts'
import { currentScope } from './request-scope.ts'
import type { Shop } from './shop.ts'

/** Paths that carry a token which opens something: logs and caches keep them without it. */
const secret =
  /^(\/(?:gift|review|handover|card|mail\/(?:stop|manage|my-data|delay)|newsletter\/(?:confirm|unsubscribe))\/)[^/.]+/

/** "/gift/9fT…" → "/gift/-" */
export function redactPath(path: string): string {
  return path.replace(secret, '$1-')
}

/**
 * The shop's log: JSON lines. What goes wrong is written under `error`, as much of it as fixes it and no more: errors of
 * the payment library carry client secrets and buyers' addresses, errors of the query builder every value of a row.
 * @param destination none: standard output
 */
export function shopLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: ['*.clientSecret', '*.client_secret', '*.password', '*.token'],
    // What is said while a request is answered carries its id.
    mixin: () => {
      const { requestId } = currentScope()
      return requestId ? { requestId } : {}
    },
    serializers: { error: (error: unknown) => describeError(error) },
  }
  return destination ? pino(options, destination) : pino(options)
}

type Described = Record<string, unknown>

/** Most characters of a sentence or a stack: enough to find the place. */
const longest = 2_000
/** What else of an error helps, and is nobody's data. */
const facts = [
  'code',
  'type',
  'param',
  'statusCode',
  'requestId',
  'constraint',
  'table',
  'syscall',
  'port',
] as const

/** An error as it is logged, with what caused it. */
function describeError(error: unknown, depth = 3): Described | string {
  if (!(error instanceof Error)) return String(error).slice(0, longest)
  const known = error as Error & Described
  const found = facts.flatMap((fact) =>
    ['string', 'number'].includes(typeof known[fact]) ? [[fact, known[fact]] as const] : [],
  )
  return {
    name: error.name,
    message: withoutValues(error.message),
    ...Object.fromEntries(found),
    stack: placesOf(error.stack ?? ''),
    ...(error.cause !== undefined && depth > 0 ? { cause: describeError(error.cause, depth - 1) } : {}),
  }
}

// The query builder appends the values of the query to its message; the payment library and the mail server quote the
// address that they refuse. Shortened first: looking for an address takes the square of a text's length.
function withoutValues(message: string): string {
  return message
    .slice(0, 2 * longest)
    .replace(/\nparams:[\s\S]*$/, '')
    .replace(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, '(address)')
    .replace(/_secret_\w+/g, '_secret_(hidden)')
    .slice(0, longest)
}

// The stack begins with the message, values and all; the places are its lines that begin with "at".
function placesOf(stack: string): string {
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return places.join('\n').slice(0, longest)
}

/** Tells the owner in the log what a full disk asks for, when it is that. */
export function logDiskFull(shop: Shop, error: unknown) {
  if (!isDiskFull(error)) return
  shop.log.error('The disk of the database is full: make room there; the shop then goes on by itself.')
}
