import * as z from 'zod/mini'
import { disputeStatuses } from '../dispute.ts'
import { orderStatuses } from '../order.ts'

const words = z.nullable(z.string())
/** dollars with 2 decimals, as "594.00" (spec §3, §9); null for roles that can't see it (hidden-fields.ts) */
const amount = z.nullable(z.string())

const boughtItem = z.object({
  id: z.string(),
  planId: z.string(),
  planName: z.string(),
  price: amount,
  period: z.string(),
  recipientType: z.string(),
  gender: z.string(),
  size: z.string(),
  measured: z.nullable(z.number()),
  styles: z.array(z.string()),
  colors: z.array(z.string()),
  shippingDetails: z.object({
    fullName: z.string(),
    email: words,
    address: z.string(),
    address2: z.optional(z.string()),
    city: z.string(),
    state: z.string(),
    zipCode: z.string(),
  }),
  giftDetails: z.object({
    senderName: z.string(),
    senderEmail: words,
    recipientEmail: words,
    emailDate: z.string(),
    giftMessage: z.optional(z.string()),
  }),
  extraAnswers: z.array(z.object({ question: z.string(), answers: z.array(z.string()) })),
})

const shippingView = z.object({
  id: z.string(),
  orderId: z.string(),
  orderItemId: words,
  recipientName: z.string(),
  email: words,
  addressLine1: z.string(),
  addressLine2: words,
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
  trackingNumber: words,
})

const orderItemView = z.object({
  id: z.string(),
  orderId: z.string(),
  productId: words,
  quantity: z.number(),
  price: amount,
  /** the cart item as bought (spec §3), without what was since deleted or wasn't asked at the time */
  preferences: z.nullable(z.partial(boughtItem)),
})

/** An order as spec §2 "Admin panel" and §3 describe it. */
export const orderView = z.object({
  id: z.string(),
  userId: words,
  orderNumber: z.string(),
  status: z.enum(orderStatuses),
  /** the status its boxes imply; if `status` differs, staff set that by hand. Null: it has no boxes */
  boxesStatus: z.nullable(z.enum(orderStatuses)),
  subscriptionPlanId: words,
  subtotalAmount: amount,
  discountAmount: amount,
  promotionCode: words,
  taxAmount: amount,
  totalAmount: amount,
  currency: z.string(),
  stripePaymentIntentId: words,
  stripeSubscriptionId: words,
  stripeCustomerId: words,
  purchaserEmail: words,
  recipientType: z.string(),
  giftNote: words,
  giftRecipientName: words,
  giftRecipientEmail: words,
  giftSenderName: words,
  giftDeliveryDate: words,
  giftMessage: words,
  needsStyleSelection: z.boolean(),
  /** the status of a dispute of its payments that isn't decided; absent: none is open, or the role can't see it */
  disputes: z.optional(z.array(z.enum(disputeStatuses))),
  /** added by staff */
  tags: z.array(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** the account's; for a guest, "Guest Order" and the purchaser's email */
  customer: z.object({ username: z.string(), email: words }),
  /** the first item's */
  shippingInfo: z.nullable(shippingView),
  /** every item's, in order */
  shippingAddresses: z.array(shippingView),
  orderItems: z.array(orderItemView),
})

export type OrderView = z.output<typeof orderView>
export type ShippingView = z.output<typeof shippingView>
export type OrderItemView = z.output<typeof orderItemView>
