import { and, desc, eq } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { auditLog } from '../../../db/schema.ts'
import type { BeltFields, BeltView } from '../../../domain/admin/belt-calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import { onlyChanged } from '../only-changed.ts'
import { beltRow } from './belt-row.ts'

const words: Record<string, string> = {
  imageUrl: 'product picture',
  imageAlt: 'words of the product picture',
  lifestyleImageUrl: 'lifestyle picture',
  lifestyleAlt: 'words of the lifestyle picture',
  displayOrder: 'order',
  isActive: 'whether it is active',
  sku: 'SKU',
}

/**
 * Refuses to write over what somebody else saved since a form was opened, and says who and what.
 * @param was what the form began with
 * @throws ShopError 'not_possible' with `details.changed`
 */
export async function refuseUnseen(tx: Transaction, now: BeltView, was: BeltFields) {
  const { id, drop: _drop, stock: _stock, isUsed: _isUsed, ...fields } = now
  const { after, isSame } = onlyChanged(beltRow(was), beltRow(fields))
  if (isSame) return
  const [last] = await tx
    .select({ username: auditLog.username })
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'products'), eq(auditLog.entityId, id)))
    .orderBy(desc(auditLog.at))
    .limit(1)
  const changed = Object.keys(after)
    .map((key) => words[key] ?? key)
    .join(', ')
  throw new ShopError(
    'not_possible',
    `${last?.username ?? 'Somebody'} saved this belt while you were writing, and changed: ${changed}.`,
    { details: { changed } },
  )
}
