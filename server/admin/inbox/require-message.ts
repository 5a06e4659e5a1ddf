import { eq } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { contactMessages } from '../../../db/schema.ts'
import { ShopError } from '../../../domain/errors.ts'

/** The message, held until the transaction ends. @throws ShopError 'not_found' */
export async function requireMessage(tx: Transaction, id: string) {
  const [message] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update')
  if (!message) throw new ShopError('not_found', 'There is no such message. Load the page again.')
  return message
}
