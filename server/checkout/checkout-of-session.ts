import { eq } from 'drizzle-orm'
import { checkouts } from '../../db/schema.ts'
import type { PaidSession } from '../payments.ts'
import type { Shop } from '../shop.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The checkout that a paid session or first bill of the provider belongs to: by its payment, else by our id in its metadata. */
export async function checkoutOfSession(shop: Shop, session: PaidSession): Promise<string | null> {
  const { intentId, checkoutId } = session
  const [byIntent] = intentId ? await find(shop, eq(checkouts.intentId, intentId)) : []
  if (byIntent) return byIntent.id
  // The metadata is text from elsewhere: anything else than an id of ours would be an error of the database.
  const [byId] = checkoutId && uuid.test(checkoutId) ? await find(shop, eq(checkouts.id, checkoutId)) : []
  return byId?.id ?? null
}

function find(shop: Shop, condition: ReturnType<typeof eq>) {
  return shop.db.select({ id: checkouts.id }).from(checkouts).where(condition)
}
