import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/** The shop's database, embedded or on a server: callers can't tell which. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

/**
 * A database inside a transaction. PGlite has one connection, so inside a transaction use only this one, or wait forever.
 */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** What listens to a channel, which carries messages between all processes of the shop. */
export type Listener = {
  notice(payload: string): void
  /** it's listening from now on; earlier messages were missed */
  connected(): void
  trouble(error: unknown): void
}

/** An open database and how to close it. */
export type OpenDatabase = {
  db: Database
  kind: 'embedded' | 'server'
  /** a harmless query, for the readiness check */
  ping(): Promise<void>
  /** PostgreSQL's LISTEN: receives NOTIFY messages until it is ended, and reconnects when cut */
  listen(channel: string, listener: Listener): { end(): Promise<void> }
  /**
   * only for the embedded database, which other processes can't open while this one has it: answers what they ask instead
   */
  answerOthers?(reply: (line: string) => Promise<string>): void
  close(): Promise<void>
}

/** A database that can't be opened; the message is one sentence that says what to do. */
export class DatabaseError extends Error {
  /** another process has the data folder open */
  readonly isInUse: boolean

  constructor(message: string, more: { cause?: unknown; isInUse?: boolean } = {}) {
    super(message, { cause: more.cause })
    this.isInUse = more.isInUse ?? false
  }
}
