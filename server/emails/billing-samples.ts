import { pausedTerms } from '../memberships/sync-subscription.ts'
import type { MailContent } from '../shop/mailer.ts'
import { renderCardChanged, renderCardExpiring, renderCardMissing } from './card-mails.ts'
import { renderDispute, renderDisputeDue } from './dispute-mails.ts'
import { renderEmailCorrection, renderEmailMoving } from './email-correction.ts'
import {
  renderHandoverAsked,
  renderHandoverDone,
  renderHandoverGone,
  renderHandoverRefund,
  renderHandoverTerms,
} from './handover.ts'
import type { Sender } from './layout.tsx'
import { renderCancelled, renderEndedUnpaid, renderRenewsAgain } from './membership-cancelled.ts'
import { renderPaymentWithoutOrder } from './owner-mails.ts'
import {
  renderCancelledAtProvider,
  renderFraudWarning,
  renderPaymentDiffers,
  renderPriceDiffers,
} from './provider-acts.ts'
import { renderRefundFailed, renderRefundMade, renderRefundStuck } from './refund-made.ts'
import { renderRenewalFailed, renderRenewalReceipt } from './renewal-failed.ts'
import { renderCreditGiven } from './staff-acts.tsx'
import { renderHandoverUnreached } from './unreached.ts'

const to = 'maya@example.com'
const monthly = { to, name: 'Monthly membership', taxState: 'CA' }
const failed = (sender: Sender) => ({
  ...monthly,
  totalCents: 7454,
  endsOn: '2027-01-11',
  cardLink: `${sender.publicUrl}/card/Zm9sbG93LXRoZS1iZWx0LXRvLXRoZS1idWNrbGU`,
  bankPage: null,
})
const bankPage = 'https://invoice.stripe.com/i/acct_1/test_YWNjdF8x'
const card = (sender: Sender) => ({
  ...monthly,
  card: 'Visa ending 4242',
  chargeOn: '2027-01-21',
  cardLink: failed(sender).cardLink,
})
const goodwill = {
  ...monthly,
  drops: [],
  amountCents: 1400,
  taxCents: 100,
  taxState: 'CA',
  reason: 'The package came two weeks late.',
}
const receipt = {
  ...{ ...monthly, paidOn: '2026-12-21', nextChargeOn: '2027-01-21' },
  ...{ amountCents: 6950, creditCents: 0, taxCents: 504, drops: ['2027-01'], calendar: {}, size: '36' },
}
const handover = (sender: Sender) => ({
  ...{ to, toName: 'June', until: 'December 5, 2026' },
  link: `${sender.publicUrl}/handover/Zm9sbG93LXRoZS1iZWx0LXRvLXRoZS1idWNrbGU`,
})
const owners = (sender: Sender) => ({
  name: monthly.name,
  buyer: to,
  orderNumber: 'BC-7K3F-9QMT',
  orderLink: `${sender.publicUrl}/admin/orders/6f0d`,
})
const overDispute = (sender: Sender) => ({
  ...owners(sender),
  ...{ amountCents: 7_454, reason: 'product_not_received', dueOn: null },
})
const drops = ['2027-02', '2027-03', '2027-04', '2027-05']

/** Sample emails about renewals, cancellations and refunds. */
export const billingSamples: Record<string, (sender: Sender) => Promise<MailContent>> = {
  'renewal-failed-0': (sender) => renderRenewalFailed(sender, 0, failed(sender)),
  'renewal-failed-3': (sender) => renderRenewalFailed(sender, 3, failed(sender)),
  'renewal-failed-7': (sender) => renderRenewalFailed(sender, 7, failed(sender)),
  'renewal-failed-18': (sender) => renderRenewalFailed(sender, 18, failed(sender)),
  'renewal-failed-bank': (sender) => renderRenewalFailed(sender, 0, { ...failed(sender), bankPage }),
  'card-changed': (sender) => renderCardChanged(sender, { ...card(sender), refused: null }),
  'card-changed-waits': (sender) =>
    renderCardChanged(sender, { ...card(sender), refused: null, waitsForBank: true }),
  'card-changed-refused': (sender) =>
    renderCardChanged(sender, {
      ...card(sender),
      refused: { totalCents: 7454, endsOn: '2027-01-11', bankPage: null },
    }),
  'card-changed-bank': (sender) =>
    renderCardChanged(sender, {
      ...card(sender),
      refused: { totalCents: 7454, endsOn: '2027-01-11', bankPage },
    }),
  'card-missing': (sender) => renderCardMissing(sender, card(sender)),
  'card-expiring': (sender) => renderCardExpiring(sender, { ...card(sender), lastMonth: '2026-12' }),
  'email-correction': (sender) =>
    renderEmailCorrection(sender, {
      to,
      link: `${sender.publicUrl}/mail/right-email/Zm9sbG93LXRoZS1iZWx0LXRvLXRoZS1idWNrbGU`,
    }),
  'email-moving': (sender) => renderEmailMoving(sender, { to: 'mya@example.com' }),
  'handover-asked': (sender) =>
    renderHandoverAsked(sender, { ...handover(sender), fromName: 'Maya Ellison', needsCard: true }),
  'handover-terms': (sender) => renderHandoverTerms(sender, handover(sender)),
  'handover-gone': (sender) => renderHandoverGone(sender, { to, toName: 'June', wasCharged: true }),
  'handover-unreached': (sender) =>
    renderHandoverUnreached(sender, {
      ...{ to, toName: 'June', toEmail: 'june@exmaple.com', isCharged: true, isGift: false },
    }),
  'handover-refund-former': (sender) =>
    renderHandoverRefund(sender, { to, toName: 'June', as: 'former', totalCents: 5454, balanceCents: 2000 }),
  'handover-refund-new': (sender) =>
    renderHandoverRefund(sender, { to, toName: 'June', as: 'new', totalCents: 7454, balanceCents: 0 }),
  'handover-done': (sender) =>
    renderHandoverDone(sender, {
      to,
      toName: 'June',
      charge: { amountCents: 6950, on: 'December 21, 2026' },
    }),
  'membership-ended-unpaid': (sender) =>
    renderEndedUnpaid(sender, { ...monthly, drops: [], calendar: {}, size: '36' }),
  'membership-cancelled': (sender) =>
    renderCancelled(sender, {
      to,
      name: '6 Months membership',
      drops,
      calendar: {},
      size: '36',
      canUndo: true,
      isElsewhere: false,
    }),
  'membership-cancelled-handed-over': (sender) =>
    renderCancelled(sender, {
      ...monthly,
      ...{ drops: [], calendar: {}, size: '36', canUndo: false, isElsewhere: false, isHandedOver: true },
    }),
  'membership-cancelled-at-once': (sender) =>
    renderCancelled(sender, {
      ...monthly,
      drops: [],
      calendar: {},
      size: '36',
      canUndo: false,
      isElsewhere: false,
    }),
  'membership-cancelled-elsewhere': (sender) =>
    renderCancelled(sender, {
      ...monthly,
      drops,
      calendar: {},
      size: '36',
      canUndo: true,
      isElsewhere: true,
    }),
  'membership-cancelled-disputed': (sender) =>
    renderCancelled(sender, {
      ...monthly,
      ...{ drops: [], calendar: {}, size: '36', canUndo: false, isElsewhere: true, waitsForBank: true },
    }),
  'membership-renews-again-handed-over': (sender) => renderRenewsAgain(sender, { ...monthly, charge: null }),
  'membership-renews-again': (sender) =>
    renderRenewsAgain(sender, {
      ...monthly,
      charge: { on: '2026-12-21', amountCents: 6950, creditCents: 1500, taxCents: 0 },
    }),
  'cancelled-at-provider': (sender) =>
    renderCancelledAtProvider(sender, { ...owners(sender), hasEnded: false }),
  'cancelled-at-provider-disputed': (sender) =>
    renderCancelledAtProvider(sender, { ...owners(sender), hasEnded: true, isDisputed: true }),
  'payment-differs': (sender) =>
    renderPaymentDiffers(sender, { ...owners(sender), amountCents: 500, expectedCents: 58_800 }),
  ...Object.fromEntries(
    (['inquiry', 'open', 'won', 'lost'] as const).map((state) => [
      `dispute-${state}`,
      (sender: Sender) =>
        renderDispute(sender, {
          ...owners(sender),
          ...{ state, amountCents: 7_454, reason: 'product_not_received' },
          dueOn: state === 'inquiry' || state === 'open' ? '2027-01-30' : null,
          renews: true,
        }),
    ]),
  ),
  'dispute-won-late': (sender) =>
    renderDispute(sender, { ...overDispute(sender), state: 'won', wasLost: true }),
  'dispute-lost-in-part': (sender) =>
    renderDispute(sender, { ...overDispute(sender), state: 'lost', restShips: true }),
  'dispute-appeal': (sender) =>
    renderDispute(sender, {
      ...{ ...overDispute(sender), state: 'open', dueOn: '2027-03-02' },
      goesOn: { isAppeal: true, was: 'lost' },
    }),
  'dispute-reopened': (sender) =>
    renderDispute(sender, {
      ...{ ...overDispute(sender), state: 'open', dueOn: '2027-03-02' },
      goesOn: { isAppeal: false, was: 'won' },
    }),
  'dispute-refunded': (sender) =>
    renderDispute(sender, {
      ...{ ...overDispute(sender), state: 'open', dueOn: '2027-01-30', isHeld: false },
      refunded: ['$74.54 on December 10, 2026 (re_3P1)'],
    }),
  'dispute-due': (sender) =>
    renderDisputeDue(sender, { ...overDispute(sender), state: 'open', dueOn: '2027-01-30', daysLeft: 3 }),
  'fraud-warning': (sender) =>
    renderFraudWarning(sender, { ...owners(sender), kind: 'made_with_stolen_card' }),
  'price-differs': (sender) =>
    renderPriceDiffers(sender, { ...owners(sender), terms: '$5.00 for 1 month, before any discount' }),
  'price-differs-paused': (sender) => renderPriceDiffers(sender, { ...owners(sender), terms: pausedTerms }),
  'credit-given': (sender) =>
    renderCreditGiven(sender, {
      to: 'maya@example.com',
      amountCents: 1500,
      words: 'Your October belt came a week late.',
    }),
  'refund-made': (sender) =>
    renderRefundMade(sender, {
      to,
      name: 'gift for Thomas Ellison',
      drops,
      amountCents: 19_800,
      taxCents: 1_436,
      taxState: 'CA',
      reason: null,
    }),
  'refund-made-for-a-reason': (sender) => renderRefundMade(sender, goodwill),
  'refund-made-of-tax': (sender) =>
    renderRefundMade(sender, { ...goodwill, amountCents: 0, reason: 'Your exemption certificate arrived.' }),
  'refund-failed': (sender) => renderRefundFailed(sender, goodwill),
  'refund-stuck': (sender) =>
    renderRefundStuck(sender, {
      totalCents: 1500,
      orderNumber: 'BC-7K3F-9QMT',
      orderLink: `${sender.publicUrl}/admin/orders/6f0d`,
      buyer: to,
      why: 'Charge ch_3SVk2e has already been refunded.',
    }),
  'payment-without-order': (sender) =>
    renderPaymentWithoutOrder(sender, {
      intentId: 'pi_3SVk2eLkdIwHu7ix0Yq8Zb1M',
      askedCents: 35_700,
      reason: 'the provider took $256.00',
      buyer: 'Maya Ellison, maya@example.com',
    }),
  'payment-without-order-by-hand': (sender) =>
    renderPaymentWithoutOrder(sender, {
      intentId: 'pi_3SVk2eLkdIwHu7ix0Yq8Zb1M',
      askedCents: 4_200,
      reason: '',
      buyer: 'maya@example.com',
      isByHand: true,
    }),
  'renewal-receipt-unclear': (sender) =>
    renderRenewalReceipt(sender, { ...receipt, amountCents: 500, taxCents: 0, drops: [] }),
  'renewal-receipt-credit': (sender) =>
    renderRenewalReceipt(sender, { ...receipt, amountCents: 0, creditCents: 6950, taxCents: 0 }),
  'renewal-receipt': (sender) => renderRenewalReceipt(sender, receipt),
}
