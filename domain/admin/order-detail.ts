import * as z from 'zod/mini'
import { boxMachine } from '../box.ts'
import { disputeStates } from '../dispute.ts'
import { membershipMachine } from '../membership.ts'
import { refundMachine } from '../refund.ts'
import { mailView } from './mail-contracts.ts'
import { orderView } from './order-views.ts'

const words = z.nullable(z.string())

const boxView = z.object({
  id: z.string(),
  drop: z.string(),
  state: z.enum(boxMachine.states),
  /** null for whom it is hidden from (hidden-fields.ts) */
  valueCents: z.nullable(z.number()),
  belt: words,
  size: words,
  holdReason: words,
  trackingNumber: words,
  /** not packed yet, so its money can be given back */
  isRefundable: z.boolean(),
})

const membershipView = z.object({
  id: z.string(),
  orderItemId: z.string(),
  planId: z.string(),
  planName: z.string(),
  isGift: z.boolean(),
  status: z.enum(membershipMachine.states),
  /** null where nothing more is charged; the sum is before tax */
  nextChargeOn: words,
  nextChargeCents: z.nullable(z.number()),
  /** what store credit will pay of that */
  nextCreditCents: z.nullable(z.number()),
  /** what the provider would charge where this membership sells something else */
  providerTerms: words,
  boxes: z.array(boxView),
})

const paymentView = z.object({
  id: z.string(),
  /** the provider's; null for whom it is hidden from */
  reference: words,
  paidAt: z.string(),
  amountCents: z.number(),
  /** paid with store credit, beside the amount */
  creditCents: z.number(),
  taxCents: z.number(),
  boxCount: z.number(),
  /** what should have been paid, in cents before tax, where somebody has to say what the sum buys */
  expectedCents: z.nullable(z.number()),
})

const refundView = z.object({
  id: z.string(),
  createdAt: z.string(),
  amountCents: z.number(),
  taxCents: z.number(),
  status: z.enum(refundMachine.states),
  /** 'provider': by hand, at the provider's own page */
  madeBy: z.string(),
  reason: words,
  /** why it failed */
  problem: words,
})

const disputeView = z.object({
  id: z.string(),
  state: z.enum(disputeStates),
  amountCents: z.number(),
  reason: z.string(),
  dueBy: words,
})

const noteView = z.object({ id: z.string(), at: z.string(), username: z.string(), text: z.string() })

/** One thing that happened to an order; `who` is null for what the shop did by itself. */
const eventView = z.object({ at: z.string(), who: words, what: z.string() })

/** An order with all that hangs on it. */
export const orderDetailView = z.object({
  order: orderView,
  memberships: z.array(membershipView),
  payments: z.array(paymentView),
  refunds: z.array(refundView),
  disputes: z.array(disputeView),
  /** why a bank fears fraud, while a refund still avoids a dispute */
  fraudWarnings: z.array(z.string()),
  mails: z.array(mailView),
  notes: z.array(noteView),
  /** oldest first */
  history: z.array(eventView),
})

export type OrderDetail = z.output<typeof orderDetailView>
export type OrderEvent = z.output<typeof eventView>
