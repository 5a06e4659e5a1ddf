import type { MailContent } from '../outbox/renderers.ts'
import type { Sender } from './layout.tsx'
import { renderCancelled } from './membership-cancelled.ts'
import { renderEndedUnpaid } from './membership-ended-unpaid.ts'
import { renderPaymentWithoutOrder } from './payment-without-order.ts'
import { renderRefundMade } from './refund-made.ts'
import { renderRenewalFailed } from './renewal-failed.ts'
import { renderRenewalReceipt } from './renewal-receipt.ts'

const to = 'maya@example.com'
const monthly = { to, name: 'Monthly membership' }
const failed = (sender: Sender) => ({
  ...monthly,
  totalCents: 7454,
  endsOn: '2027-01-11',
  cardLink: `${sender.publicUrl}/card/Zm9sbG93LXRoZS1iZWx0LXRvLXRoZS1idWNrbGU`,
})
const drops = ['2027-02', '2027-03', '2027-04', '2027-05']

/** The mails about renewals, cancellations and refunds, with made-up content. */
export const billingSamples: Record<string, (sender: Sender) => Promise<MailContent>> = {
  'renewal-failed-0': (sender) => renderRenewalFailed(sender, 0, failed(sender)),
  'renewal-failed-3': (sender) => renderRenewalFailed(sender, 3, failed(sender)),
  'renewal-failed-7': (sender) => renderRenewalFailed(sender, 7, failed(sender)),
  'membership-ended-unpaid': (sender) => renderEndedUnpaid(sender, { ...monthly, drops: [], calendar: {} }),
  'membership-cancelled': (sender) =>
    renderCancelled(sender, { to, name: '6 Months membership', drops, calendar: {}, canUndo: true }),
  'membership-cancelled-at-once': (sender) =>
    renderCancelled(sender, { ...monthly, drops: [], calendar: {}, canUndo: false }),
  'refund-made': (sender) =>
    renderRefundMade(sender, {
      to,
      name: 'gift for Thomas Ellison',
      drops,
      amountCents: 19_800,
      taxCents: 1_436,
    }),
  'payment-without-order': (sender) =>
    renderPaymentWithoutOrder(sender, {
      intentId: 'pi_3SVk2eLkdIwHu7ix0Yq8Zb1M',
      askedCents: 35_700,
      reason: 'the provider took $256.00',
      buyer: 'Maya Ellison, maya@example.com',
    }),
  'renewal-receipt': (sender) =>
    renderRenewalReceipt(sender, {
      ...monthly,
      paidOn: '2026-12-21',
      amountCents: 6950,
      taxCents: 504,
      drops: ['2027-01'],
      calendar: {},
      nextChargeOn: '2027-01-21',
    }),
}
