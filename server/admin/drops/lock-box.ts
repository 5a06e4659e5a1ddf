import { eq } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { boxes } from '../../../db/schema.ts'
import { ShopError } from '../../../domain/errors.ts'

/** The box's row, held until the transaction ends. @throws ShopError 'not_found' */
export async function lockBox(tx: Transaction, boxId: string) {
  const [box] = await tx.select().from(boxes).where(eq(boxes.id, boxId)).for('update')
  if (!box) throw new ShopError('not_found', 'We can’t find that box. Load the page again.')
  return box
}
