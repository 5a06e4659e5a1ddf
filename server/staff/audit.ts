import type { Transaction } from '../../db/database.ts'
import { auditLog } from '../../db/schema.ts'
import type { Staff } from './staff.ts'

export type Audited = {
  /** noun and verb, as 'order.status' */
  action: string
  /** table of the row */
  entity: string
  entityId: string
  /** only what changed, and never a secret */
  before?: unknown
  after?: unknown
}

/** One of the staff; or who sits at the machine and has no user. */
export type Actor = Pick<Staff, 'username' | 'role'> & { userId: string | null }

export const commandLine: Actor = { userId: null, username: 'command line', role: 'owner' }

/** Writes down who did what to which row, in the transaction that does it. Lines are never changed (a trigger). */
export async function audit(
  tx: Transaction,
  actor: Actor,
  at: Date,
  { action, entity, entityId, before = null, after = null }: Audited,
) {
  const { userId, username, role } = actor
  await tx.insert(auditLog).values({ at, userId, username, role, action, entity, entityId, before, after })
}
