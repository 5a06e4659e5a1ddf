import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { orderStatuses } from '../order.ts'
import { day, done, filled, id, nextCursor, page, text } from './fields.ts'
import { orderDetailView } from './order-detail.ts'
import { orderView } from './order-views.ts'

/** What the list of orders can be narrowed to; days are the shop's, both included. */
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
      /** of all orders, whatever the filter */
      total: z.number(),
      gifts: z.number(),
      nextCursor,
    }),
  },
  exportOrders: {
    endpoint: 'GET /api/admin/orders.csv',
    /** `only`: ids of a selection, with commas between */
    query: z.object({ ...orderFilters, only: z.optional(text(4000)) }),
    reply: 'file',
  },
  /** What every buyer of something that renews agreed to (club-rules.md "Renewal law"). */
  exportConsents: { endpoint: 'GET /api/admin/consents.csv', reply: 'file' },
  getOrder: { endpoint: 'GET /api/admin/orders/:orderId', params, reply: orderDetailView },
  setOrderStatus: {
    endpoint: 'PATCH /api/admin/orders/:orderId/status',
    params,
    /** `was`: the values the screen showed, so that nobody else's edit is overwritten unseen */
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
      /** which parcel; absent: that of the first item */
      shippingInfoId: z.optional(id),
      /** `was`: the values the screen showed, so that nobody else's edit is overwritten unseen */
      was: z.optional(z.object({ trackingNumber: z.nullable(text(100)) })),
    }),
    reply: oneOrder,
  },
  previewRefund: {
    endpoint: 'GET /api/admin/orders/:orderId/refund',
    params,
    /** ids of boxes, with commas between */
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
      /** what the preview said: refused where it is another sum by now */
      totalCents: z.number().check(z.int(), z.minimum(0)),
      /** why, for the order's history */
      reason: z.optional(filled(300, 'Say why.')),
    }),
    reply: done,
  },
  /** What giving back a sum, or the whole order, would move. */
  previewGiveBack: {
    endpoint: 'GET /api/admin/orders/:orderId/give-back',
    params,
    /** integer cents, tax included; absent: the whole order */
    query: z.object({ totalCents: z.optional(z.coerce.number().check(z.int(), z.minimum(1))) }),
    reply: z.object({
      leftCents: z.number(),
      totalCents: z.number(),
      taxCents: z.number(),
      /** that would not ship any more */
      boxes: z.number(),
    }),
  },
  giveBack: {
    endpoint: 'POST /api/admin/orders/:orderId/give-back',
    params,
    body: z.object({
      /** as the preview said, tax included: refused where it is another sum by now */
      totalCents: z.number().check(z.int(), z.minimum(1, 'Enter an amount.')),
      /** the whole order: its boxes do not ship and nothing renews */
      isWhole: z.boolean(),
      reason: filled(300, 'Say why: the buyer reads it.'),
      /** made by the form, so that it gives once however often it is posted */
      key: id,
    }),
    reply: done,
  },
  /** The receipt of a payment, or the credit note of a refund, as a PDF. */
  readReceipt: {
    endpoint: 'GET /api/admin/orders/:orderId/receipts/:subjectId',
    params: z.object({ orderId: id, subjectId: id }),
    reply: 'file',
  },
  /** What the buyer has already, before more is given. */
  previewCredit: {
    endpoint: 'GET /api/admin/orders/:orderId/credit',
    params,
    reply: z.object({
      /** who would get it; null: the order has no address */
      email: z.nullable(z.string()),
      balanceCents: z.number(),
      /** made into codes that no order has used */
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
      /** made by the form, so that it gives once however often it is posted */
      key: id,
    }),
    reply: done,
  },
  retryRefund: {
    endpoint: 'POST /api/admin/refunds/:refundId/retry',
    params: z.object({ refundId: id }),
    reply: done,
  },
  /** It failed, and was paid in another way. */
  settleRefund: {
    endpoint: 'POST /api/admin/refunds/:refundId/settle',
    params: z.object({ refundId: id }),
    body: z.object({ note: filled(300, 'Say how it was paid.') }),
    reply: done,
  },
  /** Another sum than the price was paid: how many belts it buys. */
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
  /** All that the shop knows about a disputed payment, to be sent to the bank. */
  readEvidence: {
    endpoint: 'GET /api/admin/disputes/:disputeId',
    params: disputeParams,
    reply: z.object({
      order: z.object({ id: z.string(), orderNumber: z.string() }),
      /** 'inquiry': the bank only asks; 'open', 'won', 'lost' */
      state: z.string(),
      amountCents: z.number(),
      reason: z.string(),
      /** ISO instant by which the bank waits for it; null: it waits for none */
      dueBy: z.nullable(z.string()),
      /** what lies at the provider; 'unknown' while that cannot be reached */
      answer: z.nullable(z.enum(['staged', 'submitted', 'unknown'])),
      sections: z.array(z.object({ heading: z.string(), lines: z.array(z.string()) })),
    }),
  },
  evidencePdf: {
    endpoint: 'GET /api/admin/disputes/:disputeId/evidence.pdf',
    params: disputeParams,
    reply: 'file',
  },
  /** Lays it ready at the provider; the bank does not see it yet. */
  stageEvidence: {
    endpoint: 'POST /api/admin/disputes/:disputeId/stage',
    params: disputeParams,
    reply: done,
  },
  /** Sends the bank what lies there, for good. */
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
