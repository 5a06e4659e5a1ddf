import type { SQL } from 'drizzle-orm'
import type { OutboxKind } from '../outbox/renderers.ts'

/** A select of the facts about which a mail of this kind is due. */
export type DueMails = { kind: OutboxKind; facts: SQL }
