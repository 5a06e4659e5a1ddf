import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { auditLog } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'

/** The fields in which two rows differ, in the audit log's form. */
export function changedFields(before: Record<string, unknown>, after: Record<string, unknown>) {
  const keys = Object.keys(after).filter((key) => !isSame(before[key], after[key]))
  const pick = (row: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, row[key]]))
  return { before: pick(before), after: pick(after), isSame: keys.length === 0 }
}

type About = {
  entity: string
  entityId: string
  /** such as "this belt" */
  what: string
  /** names for fields whose key isn't a readable word */
  words?: Record<string, string>
  /** replaces the usual message for rows that the shop itself changes too */
  sentence?: string
}

/**
 * Refuses to overwrite what someone else saved since a form was opened, and says who and what.
 * @param was the values the form opened with; absent: overwrite on purpose
 * @throws ShopError 'not_possible' with `details.changed`
 */
export async function refuseEditConflict(
  tx: Transaction,
  { entity, entityId, what, words = {}, sentence }: About,
  was: Record<string, unknown> | undefined,
  now: Record<string, unknown>,
) {
  if (!was) return
  const { before } = changedFields(now, was)
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

/** Whether two values read the same as JSON, whatever the order of their keys: the database sorts those of an object. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return one === other
  return isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)))
}
