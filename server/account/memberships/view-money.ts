import type { MoneyView } from '../../../domain/account/account-view.ts'
import { unshippedStates } from '../../../domain/box.ts'
import { nextCharge } from '../../billing/next-charge.ts'
import { shopDay } from '../../billing/shop-day.ts'
import type { Shop } from '../../shop.ts'
import type { Loaded } from './load-memberships.ts'

/** What the payer sees: charges, receipts, the card, and whether the renewal can be ended or taken up. */
export async function viewMoney(shop: Shop, loaded: Loaded): Promise<MoneyView> {
  const { membership, order, payments } = loaded
  const charge = await nextCharge(shop, membership)
  const isUnshipped = loaded.boxes.some(({ box }) => unshippedStates.includes(box.state))
  return {
    planId: membership.planId,
    planName: loaded.planName,
    nextChargeOn: charge?.on ?? null,
    nextChargeCents: charge?.amountCents ?? null,
    pastDueSince: membership.status === 'past_due' ? membership.pastDueSince : null,
    hasCard: charge !== null && membership.customerId !== null,
    canCancel: charge !== null,
    canUndo: membership.status === 'cancelled' && membership.stripeSubscriptionId !== null && isUnshipped,
    receipts: payments.map((payment) => ({
      id: payment.id,
      orderNumber: order.orderNumber,
      paidOn: shopDay(shop, payment.paidAt),
      amountCents: payment.amountCents,
      taxCents: payment.taxCents,
      boxCount: payment.boxCount,
      refunds: payment.refunds
        .filter((refund) => refund.status !== 'failed')
        .map((refund) => ({
          on: shopDay(shop, refund.createdAt),
          amountCents: refund.amountCents + refund.taxCents,
          isDone: refund.status === 'succeeded',
        })),
    })),
  }
}
