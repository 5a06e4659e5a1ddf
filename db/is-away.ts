/**
 * What the network and PostgreSQL say when there is no server to talk to (PostgreSQL, "Error Codes": class 08, 57P0n),
 * when it became a replica that only reads (25006), or when it has no room to write (53100).
 */
const codes =
  /^(53100|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|25006|57P0[123]|53300)$/
// The driver gives these no code.
const sentences =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i

/** Whether a statement failed because the database server is away: nothing of it was done, and later it may be. */
export function isDatabaseAway(error: unknown): boolean {
  return isOrIsCausedBy(error, 4, ({ code, message }) => codes.test(code) || sentences.test(message))
}

/** Whether a statement failed because the database has no room to write (PostgreSQL, "Error Codes": disk_full). */
export function isDiskFull(error: unknown): boolean {
  return isOrIsCausedBy(error, 4, ({ code }) => code === '53100')
}

function isOrIsCausedBy(
  error: unknown,
  depth: number,
  isIt: (error: { code: string; message: string }) => boolean,
): boolean {
  if (!(error instanceof Error) || depth === 0) return false
  const { code } = error as Error & { code?: unknown }
  if (isIt({ code: typeof code === 'string' ? code : '', message: error.message })) return true
  const inner = error instanceof AggregateError ? error.errors : [error.cause]
  return inner.some((each) => isOrIsCausedBy(each, depth - 1, isIt))
}
