import { eq } from 'drizzle-orm'
import { checkouts } from '../../db/schema.ts'
import type { ParsedBody, Reply } from '../../domain/api.ts'
import { ShopError } from '../../domain/errors.ts'
import type { PaidSession } from '../shop/payment-states.ts'
import type { Shop } from '../shop/shop.ts'
import { completeCheckout } from './complete-checkout.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The checkout of a paid session or first invoice from the provider: found by its payment, else by our id in its metadata.
 */
export async function checkoutOfSession(shop: Shop, session: PaidSession): Promise<string | null> {
  const { intentId, checkoutId } = session
  const [byIntent] = intentId ? await find(shop, eq(checkouts.intentId, intentId)) : []
  if (byIntent) return byIntent.id
  // Metadata is untrusted text, and anything other than a UUID would make the database throw.
  const [byId] = checkoutId && uuid.test(checkoutId) ? await find(shop, eq(checkouts.id, checkoutId)) : []
  return byId?.id ?? null
}

function find(shop: Shop, condition: ReturnType<typeof eq>) {
  return shop.db.select({ id: checkouts.id }).from(checkouts).where(condition)
}

/**
 * POST /api/checkout-session-complete: the success page was opened with a session id.
 * @throws ShopError 'not_found' for an unknown session; the page ignores it (spec §8 "Silent")
 */
export async function completeSession(
  shop: Shop,
  { sessionId }: ParsedBody<'completeCheckoutSession'>,
): Promise<Reply<'completeCheckoutSession'>> {
  const session = await shop.payments.fetchSession(sessionId)
  const checkoutId = session && (await checkoutOfSession(shop, session))
  if (!checkoutId) throw new ShopError('not_found', 'We can’t find this checkout.')
  const order = await completeCheckout(shop, checkoutId, { isTelling: true })
  return { orderNumber: order.orderNumber }
}
