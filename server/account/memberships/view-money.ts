import type { MoneyView } from '../../../domain/account/account-view.ts'
import { unshippedStates } from '../../billing/box-states.ts'
import { shopDay } from '../../billing/shop-day.ts'
import type { Shop } from '../../shop.ts'
import type { Loaded } from './load-memberships.ts'

/** What the payer sees: charges, receipts, the card, and whether the renewal can be ended or taken up. */
export function viewMoney(shop: Shop, loaded: Loaded): MoneyView {
  const { membership, order, item, payments } = loaded
  const renews = membership.renews && (membership.status === 'active' || membership.status === 'past_due')
  const isUnshipped = loaded.boxes.some(({ box }) => unshippedStates.includes(box.state))
  // A code "for ever" takes as much off every renewal (domain/promotion.ts).
  const renewalOff = loaded.codeLasts === 'forever' ? item.discountCents : 0
  return {
    planId: membership.planId,
    planName: loaded.planName,
    nextChargeOn: renews ? membership.paidUntil : null,
    nextChargeCents: renews ? Math.max(0, item.priceCents - renewalOff) : null,
    pastDueSince: membership.status === 'past_due' ? membership.pastDueSince : null,
    hasCard: renews && membership.customerId !== null,
    canCancel: renews,
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
