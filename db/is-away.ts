/** What the network and PostgreSQL say when there is no server to talk to (PostgreSQL, "Error Codes": class 08, 57P0n). */
const codes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|08\w{3}|57P0[123]|53300)$/
// The driver gives these no code.
const sentences =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i

/** Whether a statement failed because the database server is away: nothing of it was done, and later it may be. */
export function isDatabaseAway(error: unknown, depth = 4): boolean {
  if (!(error instanceof Error) || depth === 0) return false
  const { code } = error as Error & { code?: unknown }
  if (typeof code === 'string' && codes.test(code)) return true
  if (sentences.test(error.message)) return true
  const inner = error instanceof AggregateError ? error.errors : [error.cause]
  return inner.some((each) => isDatabaseAway(each, depth - 1))
}
