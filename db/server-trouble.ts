import { DatabaseError } from './database.ts'
import { addressesOf } from './several-hosts.ts'

/**
 * Codes from the network and PostgreSQL when there is no server to talk to (PostgreSQL, "Error Codes": class 08, 57P0n),
 * when it has no free connection (53300), when it ended a statement or a transaction that took too long (57014, 25P03, 25P04)
 * or waited too long for a lock (55P03), when it became a read-only replica (25006), or when it has no room to write (53100).
 */
const codes =
  /^(53100|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|25006|25P0[34]|55P03|57014|57P0[123]|53300)$/
// The driver gives these errors no code.
const sentences =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i

/** Whether a statement failed because the database server is away, so that it may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  return isOrIsCausedBy(error, ({ code, message }) => codes.test(code) || sentences.test(message))
}

/** Whether a statement failed because the database has no room to write (PostgreSQL, "Error Codes": disk_full). */
export const isDiskFull = (error: unknown) => hasCode(error, '53100')

/** Whether an error, or what caused it, has a code of PostgreSQL's. */
export const hasCode = (error: unknown, wanted: string) =>
  isOrIsCausedBy(error, ({ code }) => code === wanted)

function isOrIsCausedBy(
  error: unknown,
  isIt: (error: { code: string; message: string }) => boolean,
  depth = 4,
): boolean {
  if (!(error instanceof Error) || depth === 0) return false
  const { code } = error as Error & { code?: unknown }
  if (isIt({ code: typeof code === 'string' ? code : '', message: error.message })) return true
  const inner = error instanceof AggregateError ? error.errors : [error.cause]
  return inner.some((each) => isOrIsCausedBy(each, isIt, depth - 1))
}

/** Codes of TLS for a certificate whose authority this machine doesn't know (Node.js, "X509 certificate error codes"). */
const ofStrangers =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?))$/

/** The error for a server that couldn't be connected to, without the password. */
export function unreachable(url: string, cause: unknown, setting = 'DATABASE_URL'): DatabaseError {
  if (isOrIsCausedBy(cause, ({ code }) => ofStrangers.test(code)))
    return new DatabaseError(
      `The database of ${setting} (${describeUrl(url)}) shows a certificate of an authority that this machine doesn't know: add sslrootcert=/path/to/its-ca.pem to the address, behind ? or &. (${reasonOf(cause)})`,
      { cause },
    )
  return new DatabaseError(
    `The database of ${setting} (${describeUrl(url)}) cannot be reached: check that it runs and that address, user and password are right. (${reasonOf(cause)})`,
    { cause },
  )
}

/** Leaves out the password, because this goes to the terminal and to logs. */
export function describeUrl(url: string): string {
  try {
    const several = addressesOf(url).map((each) => new URL(each))
    return `${several.map(({ host }) => host).join(',')}${several[0]!.pathname}`
  } catch {
    return 'not a valid address'
  }
}

export function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  if (inner instanceof AggregateError) return inner.errors.map(String).join('; ')
  return inner instanceof Error ? (inner.message.split('\n')[0] ?? '') : String(inner)
}
