import pino, { type DestinationStream, type Logger } from 'pino'
import { isDiskFull } from '../../db/server-trouble.ts'
import type { Shop } from './shop.ts'
import { currentScope } from './trace.ts'

/** Paths that contain a secret token: logs and caches store them without it. */
const secret =
  /^(\/(?:gift|review|handover|card|strap|mail\/(?:stop|manage|my-data|delay)|newsletter\/(?:confirm|unsubscribe))\/)[^/]+?(?=\.data$|\/|$)/

/** "/gift/9fT…" → "/gift/-" */
export function redactPath(path: string): string {
  return path.replace(secret, '$1-')
}

/**
 * The shop's log, as JSON lines. Errors are logged under `error`, with no more than is needed to fix them: errors of the
 * payment library contain client secrets and buyers' addresses, errors of the query builder every value of a row.
 * @param destination omitted: standard output
 */
export function shopLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: ['*.clientSecret', '*.client_secret', '*.password', '*.token'],
    // Lines logged during a request carry its id.
    mixin: () => {
      const { requestId } = currentScope()
      return requestId ? { requestId } : {}
    },
    serializers: { error: (error: unknown) => describeError(error) },
  }
  return destination ? pino(options, destination) : pino(options)
}

type Described = Record<string, unknown>

/** Most characters of a message or stack: enough to find the cause. */
const longest = 2_000
/** Other fields of an error that help and contain no personal data. */
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

/** An error as it is logged, with its causes. */
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

// The query builder appends a query's values to its message; the payment library and the mail server quote the address they
// refuse. Cut first, because the address pattern takes time quadratic in the text's length.
function withoutValues(message: string): string {
  return message
    .slice(0, 2 * longest)
    .replace(/\nparams:[\s\S]*$/, '')
    .replace(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, '(address)')
    .replace(/_secret_\w+/g, '_secret_(hidden)')
    .slice(0, longest)
}

// The stack begins with the message, values included; keep only its "at" lines.
function placesOf(stack: string): string {
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return places.join('\n').slice(0, longest)
}

/** Logs what the owner has to do if the error is a full disk. */
export function logDiskFull(shop: Shop, error: unknown) {
  if (!isDiskFull(error)) return
  shop.log.error('The disk of the database is full: make room there; the shop then goes on by itself.')
}
