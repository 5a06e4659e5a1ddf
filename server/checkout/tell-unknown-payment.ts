import { and, eq, inArray, isNull } from 'drizzle-orm'
import { checkouts, outbox } from '../../db/schema.ts'
import { checkoutStatus } from '../../db/states.ts'
import { tell } from '../billing/tell.ts'
import type { UnmatchedPayment } from '../emails/payment-without-order.ts'
import type { PaymentState } from '../payments.ts'
import type { Shop } from '../shop.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Money came for a checkout of this shop that knows no payment: the database comes from a backup, taken before the
 * checkout began, or in the moment in which it did. The owner is told once, with what is known of the buyer; no order is
 * made by itself, because what was asked for is not known any more.
 * @param checkoutId from the metadata of the payment's subscription; left out: the payment's own
 */
export async function tellUnknownPayment(
  shop: Shop,
  intentId: string,
  checkoutId?: string | null,
): Promise<void> {
  const known = await findById(shop, checkoutId)
  if (known?.intentId) return
  const payment = await shop.payments.fetch(intentId)
  const id = checkoutId ?? payment?.checkoutId
  if (payment?.status !== 'succeeded' || payment.amountCents === 0 || !id || !uuid.test(id)) return
  if (known ?? (await findById(shop, id))) await setAside(shop, id, payment)
  else await tellOfUnknown(shop, id, payment)
  shop.wakeWorker()
}

async function findById(shop: Shop, id: string | null | undefined) {
  if (!id || !uuid.test(id)) return undefined
  const isIt = eq(checkouts.id, id)
  const [row] = await shop.db.select({ intentId: checkouts.intentId }).from(checkouts).where(isIt)
  return row
}

async function setAside(shop: Shop, id: string, { intentId, customerId, amountCents }: PaymentState) {
  await shop.db.transaction(async (tx) => {
    const marked = await tx
      .update(checkouts)
      .set({
        status: checkoutStatus.to('mismatched', checkouts.status),
        intentId,
        customerId,
        totalCents: amountCents,
        lastError: 'the database was restored from a backup that was taken before this payment began',
      })
      .where(
        and(
          eq(checkouts.id, id),
          isNull(checkouts.intentId),
          inArray(checkouts.status, ['open', 'abandoned']),
        ),
      )
      .returning({ id: checkouts.id })
    if (marked.length > 0) await tell(tx, shop, { kind: 'payment-without-order', fact: id })
  })
}

async function tellOfUnknown(shop: Shop, id: string, payment: PaymentState) {
  const payload: UnmatchedPayment = {
    intentId: payment.intentId,
    askedCents: payment.amountCents,
    reason:
      'the shop does not know that checkout: it began after the backup from which the database was restored',
    buyer: payment.payerEmail ?? `customer ${payment.customerId}`,
  }
  await shop.db
    .insert(outbox)
    .values({ kind: 'payment-without-order', fact: id, payload, runAt: shop.now(), createdAt: shop.now() })
    .onConflictDoNothing()
}
