import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { disputeStates, disputeStatuses } from '../dispute.ts'
import { orderStatuses } from '../order.ts'
import { day, done, filled, id, nextCursor, page, text } from './fields.ts'
import { orderDetailView } from './order-detail.ts'
import { orderView } from './order-views.ts'

/** Filters of the order list; days are the shop's, both included. */
const orderFilters = {
  search: z.optional(text(200)),
  status: z.optional(z.enum(orderStatuses)),
  recipientType: z.optional(z.enum(['self', 'gift'])),
  plan: z.optional(text(60)),
  from: z.optional(day),
  to: z.optional(day),
  tag: z.optional(text(30)),
}

const params = z.object({ orderId: id })
const disputeParams = z.object({ disputeId: text(100) })
const oneOrder = z.object({ order: orderView })

/** Orders (spec §2, §7) and what an owner does with them. */
export const orderContracts = {
  listOrders: {
    endpoint: 'GET /api/admin/orders',
    query: z.object({ ...orderFilters, ...page }),
    reply: z.object({
      orders: z.array(orderView),
      /** across all orders, ignoring the filter */
      total: z.number(),
      gifts: z.number(),
      nextCursor,
    }),
  },
  exportOrders: {
    endpoint: 'GET /api/admin/orders.csv',
    /** `only`: comma-separated ids of a selection */
    query: z.object({ ...orderFilters, only: z.optional(text(4000)) }),
    reply: 'file',
    holds: 'people',
  },
  /** What every buyer of a renewing plan agreed to (club-rules.md "Renewal law"). */
  exportConsents: { endpoint: 'GET /api/admin/consents.csv', reply: 'file', holds: 'people' },
  getOrder: { endpoint: 'GET /api/admin/orders/:orderId', params, reply: orderDetailView },
  setOrderStatus: {
    endpoint: 'PATCH /api/admin/orders/:orderId/status',
    params,
    /** `was`: the values on screen, so that a save can't silently overwrite someone else's edit */
    body: z.object({
      status: z.enum(orderStatuses),
      was: z.optional(z.object({ status: z.enum(orderStatuses) })),
    }),
    reply: oneOrder,
  },
  setTracking: {
    endpoint: 'PATCH /api/admin/orders/:orderId/tracking',
    params,
    body: z.object({
      trackingNumber: filled(100, 'Enter the tracking number.'),
      /** which package; absent: that of the first item */
      shippingInfoId: z.optional(id),
      /** `was`: the values on screen, so that a save can't silently overwrite someone else's edit */
      was: z.optional(z.object({ trackingNumber: z.nullable(text(100)) })),
    }),
    reply: oneOrder,
  },
  previewRefund: {
    endpoint: 'GET /api/admin/orders/:orderId/refund',
    params,
    /** comma-separated ids of boxes */
    query: z.object({ boxIds: text(4000) }),
    reply: z.object({
      boxes: z.number(),
      amountCents: z.number(),
      taxCents: z.number(),
      totalCents: z.number(),
    }),
  },
  refundOrderBoxes: {
    endpoint: 'POST /api/admin/orders/:orderId/refund',
    params,
    body: z.object({
      boxIds: z.array(id).check(z.minLength(1, 'Choose a box.'), z.maxLength(100, 'Choose fewer boxes.')),
      /** the total from the preview; refused if it's different now */
      totalCents: z.number().check(z.int(), z.minimum(0)),
      /** the reason, for the order's history */
      reason: z.optional(filled(300, 'Say why.')),
    }),
    reply: done,
  },
  /** What refunding an amount, or the whole order, would move. */
  previewGiveBack: {
    endpoint: 'GET /api/admin/orders/:orderId/give-back',
    params,
    /** integer cents, tax included; absent: the whole order */
    query: z.object({ totalCents: z.optional(z.coerce.number().check(z.int(), z.minimum(1))) }),
    reply: z.object({
      leftCents: z.number(),
      totalCents: z.number(),
      /** what would be refunded of the tax alone */
      taxCents: z.number(),
      /** boxes that would no longer ship */
      boxes: z.number(),
    }),
  },
  giveBack: {
    endpoint: 'POST /api/admin/orders/:orderId/give-back',
    params,
    body: z.object({
      /** the total from the preview, tax included; refused if it's different now */
      totalCents: z.number().check(z.int(), z.minimum(1, 'Enter an amount.')),
      /** the whole order: its boxes don't ship and nothing renews */
      isWhole: z.boolean(),
      /** the tax alone: belts ship, and nothing else changes */
      isTaxOnly: z.optional(z.boolean()),
      reason: filled(300, 'Say why: the buyer reads it.'),
      /** set by the form, so that posting it twice refunds once */
      key: id,
    }),
    reply: done,
  },
  /** The receipt of a payment, or the credit note of a refund, as a PDF. */
  readReceipt: {
    endpoint: 'GET /api/admin/orders/:orderId/receipts/:subjectId',
    params: z.object({ orderId: id, subjectId: id }),
    reply: 'file',
    holds: 'someone',
  },
  /** What the buyer has already, before more is given. */
  previewCredit: {
    endpoint: 'GET /api/admin/orders/:orderId/credit',
    params,
    reply: z.object({
      /** who would get it; null: the order has no address */
      email: z.nullable(z.string()),
      balanceCents: z.number(),
      /** turned into codes that no order has used */
      codesCents: z.number(),
    }),
  },
  giveCredit: {
    endpoint: 'POST /api/admin/orders/:orderId/credit',
    params,
    body: z.object({
      amountCents: z
        .number()
        .check(
          z.int(),
          z.minimum(1, 'Enter an amount.'),
          z.maximum(100_000, 'Give at most $1,000.00 at a time.'),
        ),
      reason: filled(300, 'Say why: the buyer reads it.'),
      /** set by the form, so that posting it twice gives it once */
      key: id,
    }),
    reply: done,
  },
  retryRefund: {
    endpoint: 'POST /api/admin/refunds/:refundId/retry',
    params: z.object({ refundId: id }),
    reply: done,
  },
  /** The refund failed and was paid another way. */
  settleRefund: {
    endpoint: 'POST /api/admin/refunds/:refundId/settle',
    params: z.object({ refundId: id }),
    body: z.object({ note: filled(300, 'Say how it was paid.') }),
    reply: done,
  },
  /** A payment differs from the price: decides how many belts it buys. */
  decidePayment: {
    endpoint: 'POST /api/admin/payments/:paymentId/decide',
    params: z.object({ paymentId: id }),
    body: z.object({
      boxes: z
        .number('Enter how many belts.')
        .check(z.int('Enter a whole number.'), z.minimum(0), z.maximum(24, 'Enter 24 belts at most.')),
    }),
    reply: done,
  },
  /** Everything the shop knows about a disputed payment, to send to the bank. */
  readEvidence: {
    endpoint: 'GET /api/admin/disputes/:disputeId',
    params: disputeParams,
    reply: z.object({
      order: z.object({ id: z.string(), orderNumber: z.string() }),
      /** the provider's word for where it stands; absent: its state says it */
      status: z.optional(z.enum(disputeStatuses)),
      /** every status it had, oldest first; absent: not known */
      history: z.optional(z.array(z.object({ status: z.enum(disputeStatuses), at: z.string() }))),
      /** 'inquiry': the bank only asked */
      state: z.enum(disputeStates),
      amountCents: z.number(),
      reason: z.string(),
      /** ISO instant by which the bank wants it; null: the bank isn't waiting */
      dueBy: z.nullable(z.string()),
      /** how far our answer is at the provider; 'unknown' while the provider can't be reached */
      answer: z.nullable(z.enum(['staged', 'submitted', 'unknown'])),
      sections: z.array(z.object({ heading: z.string(), lines: z.array(z.string()) })),
    }),
  },
  evidencePdf: {
    endpoint: 'GET /api/admin/disputes/:disputeId/evidence.pdf',
    params: disputeParams,
    reply: 'file',
    holds: 'someone',
  },
  /** Uploads the evidence to the provider; the bank doesn't see it yet. */
  stageEvidence: {
    endpoint: 'POST /api/admin/disputes/:disputeId/stage',
    params: disputeParams,
    reply: done,
  },
  /** Submits the staged evidence to the bank. This can't be undone. */
  submitEvidence: {
    endpoint: 'POST /api/admin/disputes/:disputeId/submit',
    params: disputeParams,
    reply: done,
  },
  addOrderNote: {
    endpoint: 'POST /api/admin/orders/:orderId/notes',
    params,
    body: z.object({ text: filled(2000, 'Write the note first.') }),
    reply: done,
  },
} satisfies Contracts
