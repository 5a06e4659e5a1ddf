import * as z from 'zod/mini'
import { cartItems, givenItem } from '../api.ts'
import type { Contracts } from '../contract.ts'
import { manualOrderKinds, offlinePaymentMethods } from '../manual-order.ts'
import { done, filled, id, nextCursor, pageOfRows, text } from './fields.ts'

const words = z.nullable(z.string())

/** An order that a customer gives to the staff; the server prices it, whatever is sent. */
const written = {
  kind: z.enum(manualOrderKinds),
  /** for every kind but a replacement */
  cartItems: z.optional(cartItems),
  /** the buyer, who gets the emails */
  email: z.optional(text(200)),
  /** how it was paid, if it was paid already */
  paidBy: z.optional(z.enum(offlinePaymentMethods)),
  /** for one that was paid already: the charge made by hand at the provider that paid it (stray-contracts.ts) */
  strayId: z.optional(text(80)),
  /** for a replacement: the box that went wrong, and what goes out instead; absent: the same belt */
  boxId: z.optional(id),
  productId: z.optional(id),
  size: z.optional(text(20)),
}

/** Manual orders (docs/decisions/075). */
export const manualOrderContracts = {
  /** What the order would charge, ship and email; stores nothing. */
  previewManualOrder: {
    endpoint: 'POST /api/admin/orders/preview',
    body: z.object(written),
    reply: z.object({
      items: z.array(
        z.object({
          what: z.string(),
          amountCents: z.number(),
          taxCents: z.number(),
          /** first and last drop, YYYY-MM */
          firstDrop: words,
          lastDrop: words,
        }),
      ),
      subtotalCents: z.number(),
      discountCents: z.number(),
      taxCents: z.number(),
      totalCents: z.number(),
      /** what happens to money, boxes and emails, one sentence each */
      lines: z.array(z.string()),
      mailTo: words,
    }),
  },
  createManualOrder: {
    endpoint: 'POST /api/admin/orders',
    body: z.object({
      ...written,
      reason: filled(300, 'Say why, for the books and your colleagues.'),
      /** if not paid at the provider: the total from the preview; refused if the total is different now */
      totalCents: z.optional(z.number().check(z.int(), z.minimum(0))),
      /** set by the form, so that posting it twice places one order */
      key: id,
    }),
    reply: z.object({
      manualOrderId: z.string(),
      orderId: words,
      orderNumber: words,
      /** the payment link; null: nothing is left to pay, or the buyer got it by email */
      link: words,
    }),
  },
  listManualOrders: {
    endpoint: 'GET /api/admin/manual-orders',
    query: z.object(pageOfRows),
    reply: z.object({
      orders: z.array(
        z.object({
          id: z.string(),
          kind: z.enum(manualOrderKinds),
          email: words,
          reason: z.string(),
          username: z.string(),
          createdAt: z.string(),
          /** when the payment link expires; null: there is no link, or it was ended */
          expiresAt: words,
          orderId: words,
          orderNumber: words,
          /** what was to be ordered, if writing it was interrupted: the same form finishes it */
          unfinished: z.nullable(givenItem),
        }),
      ),
      nextCursor,
    }),
  },
  /** Disables its payment link. */
  endManualOrder: {
    endpoint: 'POST /api/admin/manual-orders/:manualOrderId/end',
    params: z.object({ manualOrderId: id }),
    reply: done,
  },
} satisfies Contracts
