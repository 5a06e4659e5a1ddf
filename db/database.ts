import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/** The shop's database, embedded or a server: verbs cannot tell which. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

/** A database inside a transaction. PGlite is one connection: inside, use only this one, or wait for ever. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** Who hears what a channel says, across all processes of the shop. */
export type Listener = {
  notice(payload: string): void
  /** it hears from now on; what was said before it did not hear */
  connected(): void
  trouble(error: unknown): void
}

/** An open database and how to close it. */
export type OpenDatabase = {
  db: Database
  kind: 'embedded' | 'server'
  /** one harmless question, for readiness */
  ping(): Promise<void>
  /** PostgreSQL's LISTEN: hears what is said by NOTIFY until it is ended, and comes back when it is cut */
  listen(channel: string, listener: Listener): { end(): Promise<void> }
  /** only the embedded one, which other processes cannot open beside this one: what they may ask instead */
  answerOthers?(reply: (line: string) => Promise<string>): void
  close(): Promise<void>
}

/** A database that cannot be opened; the message is one sentence that says what to do. */
export class DatabaseError extends Error {
  /** another process has the data folder open */
  readonly isInUse: boolean

  constructor(message: string, more: { cause?: unknown; isInUse?: boolean } = {}) {
    super(message, { cause: more.cause })
    this.isInUse = more.isInUse ?? false
  }
}
