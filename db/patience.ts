import { AsyncLocalStorage } from 'node:async_hooks'

/** How long things of the database server may take, in milliseconds. */
export type Limits = {
  /** until there is a connection: a new one, or a free one of the pool */
  connect: number
  /** a statement for which somebody waits at the screen, and any other without a patience of its own */
  statement: number
  /** without an answer, until the server is asked whether it works on the statement at all */
  silence: number
  /** any statement: the server itself ends it then */
  longest: number
  /** a transaction in which nothing happens: the server ends it, and its locks */
  idleTransaction: number
  /** a process waits for another one that migrates, or for a table that a migration changes */
  migrationLock: number
}

export const usualLimits: Limits = {
  connect: 5_000,
  statement: 8_000,
  silence: 3_000,
  longest: 30 * 60_000,
  idleTransaction: 60_000,
  migrationLock: 120_000,
}

const patiences = new AsyncLocalStorage<number>()

/** Runs work whose statements may each take that many milliseconds: nobody waits for it at a screen. */
export function withPatience<T>(milliseconds: number, work: () => T): T {
  return patiences.run(milliseconds, work)
}

/** Milliseconds that a statement of the current work may take; undefined: as usual. */
export const currentPatience = (): number | undefined => patiences.getStore()
