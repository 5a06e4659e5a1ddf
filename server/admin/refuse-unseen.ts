import { and, desc, eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { auditLog } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'

/** The fields in which two rows differ, as the audit log keeps them. */
export function onlyChanged(before: Record<string, unknown>, after: Record<string, unknown>) {
  const keys = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  const pick = (row: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, row[key]]))
  return { before: pick(before), after: pick(after), isSame: keys.length === 0 }
}

type About = {
  entity: string
  entityId: string
  /** "this belt" */
  what: string
  /** what a field is called, where its key isn't a word */
  words?: Record<string, string>
  /** what to say where the row changes without anybody, too */
  sentence?: string
}

/**
 * Refuses to write over what somebody else saved since a form was opened, and says who and what.
 * @param was what the form began with; absent: whoever asks means to write over it
 * @throws ShopError 'not_possible' with `details.changed`
 */
export async function refuseUnseen(
  tx: Transaction,
  { entity, entityId, what, words = {}, sentence }: About,
  was: Record<string, unknown> | undefined,
  now: Record<string, unknown>,
) {
  if (!was) return
  const { before } = onlyChanged(now, was)
  const keys = Object.keys(before)
  if (keys.length === 0) return
  const [last] = await tx
    .select({ username: auditLog.username })
    .from(auditLog)
    .where(and(eq(auditLog.entity, entity), eq(auditLog.entityId, entityId)))
    .orderBy(desc(auditLog.at))
    .limit(1)
  const changed = keys.map((key) => words[key] ?? key).join(', ')
  throw new ShopError(
    'not_possible',
    sentence ??
      `${last?.username ?? 'Someone'} saved ${what} while you were writing, and changed: ${changed}.`,
    { details: { changed } },
  )
}
