import * as z from 'zod/mini'
import { boxMachine } from '../box.ts'
import { disputeStates, disputeStatuses } from '../dispute.ts'
import { membershipMachine } from '../membership.ts'
import { refundMachine } from '../refund.ts'
import { mailView } from './mail-contracts.ts'
import { orderView } from './order-views.ts'

const words = z.nullable(z.string())

const boxView = z.object({
  id: z.string(),
  drop: z.string(),
  state: z.enum(boxMachine.states),
  /** null for roles that can't see it (hidden-fields.ts) */
  valueCents: z.nullable(z.number()),
  belt: words,
  size: words,
  holdReason: words,
  trackingNumber: words,
  /** not packed yet, so it can be refunded */
  isRefundable: z.boolean(),
})

const membershipView = z.object({
  id: z.string(),
  orderItemId: z.string(),
  planId: z.string(),
  planName: z.string(),
  isGift: z.boolean(),
  status: z.enum(membershipMachine.states),
  /** null if nothing more is charged; the amount is before tax */
  nextChargeOn: words,
  nextChargeCents: z.nullable(z.number()),
  /** the part of it that store credit will pay */
  nextCreditCents: z.nullable(z.number()),
  /** what the provider would charge, if it differs from what this membership sells */
  providerTerms: words,
  boxes: z.array(boxView),
})

const paymentView = z.object({
  id: z.string(),
  /** the provider's id; null for roles that can't see it */
  reference: words,
  paidAt: z.string(),
  amountCents: z.number(),
  /** paid with store credit, on top of the amount */
  creditCents: z.number(),
  taxCents: z.number(),
  boxCount: z.number(),
  /** the expected amount, in cents before tax, when someone has to decide what the payment buys */
  expectedCents: z.nullable(z.number()),
})

const refundView = z.object({
  id: z.string(),
  createdAt: z.string(),
  amountCents: z.number(),
  taxCents: z.number(),
  status: z.enum(refundMachine.states),
  /**
   * 'provider': by hand, on the provider's own page; 'waits': it isn't made while the bank has the payment's money; 'bank': the
   * bank gave it instead
   */
  madeBy: z.enum(['shop', 'provider', 'waits', 'bank']),
  reason: words,
  /** why it failed */
  problem: words,
})

const disputeView = z.object({
  id: z.string(),
  state: z.enum(disputeStates),
  /** the provider's word for it */
  status: z.enum(disputeStatuses),
  amountCents: z.number(),
  reason: z.string(),
  dueBy: words,
})

const noteView = z.object({ id: z.string(), at: z.string(), username: z.string(), text: z.string() })

/** One thing that happened to an order; `who` is null if the shop did it. */
const eventView = z.object({ at: z.string(), who: words, what: z.string() })

/** An order with everything that belongs to it. */
export const orderDetailView = z.object({
  order: orderView,
  memberships: z.array(membershipView),
  payments: z.array(paymentView),
  refunds: z.array(refundView),
  disputes: z.array(disputeView),
  /** why a bank suspects fraud, while a refund can still avoid a dispute */
  fraudWarnings: z.array(z.string()),
  mails: z.array(mailView),
  notes: z.array(noteView),
  /** oldest first */
  history: z.array(eventView),
})

export type OrderDetail = z.output<typeof orderDetailView>
export type OrderEvent = z.output<typeof eventView>
