import * as z from 'zod/mini'
import { cartItems } from '../api.ts'
import type { Contracts } from '../contract.ts'
import { handOrderKinds, paidByHand } from '../hand-order.ts'
import { done, filled, id, nextCursor, pageOfRows, text } from './fields.ts'

const words = z.nullable(z.string())

/** An order that somebody tells the staff; the server prices it, whatever is sent. */
const written = {
  kind: z.enum(handOrderKinds),
  /** of every kind but a replacement */
  cartItems: z.optional(cartItems),
  /** who buys, and gets the mails */
  email: z.optional(text(200)),
  /** of what was paid already: how */
  paidBy: z.optional(z.enum(paidByHand)),
  /** of a replacement: the box that went wrong, and what goes out; left out: the same belt */
  boxId: z.optional(id),
  productId: z.optional(id),
  size: z.optional(text(20)),
}

/** Orders by hand (docs/decisions/075). */
export const handOrderContracts = {
  /** What the order would come to, ship and mail; nothing is kept. */
  previewHandOrder: {
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
      /** what happens to money, boxes and mails, each as a sentence */
      lines: z.array(z.string()),
      mailTo: words,
    }),
  },
  createHandOrder: {
    endpoint: 'POST /api/admin/orders',
    body: z.object({
      ...written,
      reason: filled(300, 'Say why, for the books and your colleagues.'),
      /** of what is not paid at the provider: what the preview said; refused where it is another sum by now */
      totalCents: z.optional(z.number().check(z.int(), z.minimum(0))),
      /** made by the form, so that it orders once however often it is posted */
      key: id,
    }),
    reply: z.object({
      handOrderId: z.string(),
      orderId: words,
      orderNumber: words,
      /** where it is paid; null: nothing is left to pay, or the buyer has it by email */
      link: words,
    }),
  },
  listHandOrders: {
    endpoint: 'GET /api/admin/hand-orders',
    query: z.object(pageOfRows),
    reply: z.object({
      orders: z.array(
        z.object({
          id: z.string(),
          kind: z.enum(handOrderKinds),
          email: words,
          reason: z.string(),
          username: z.string(),
          createdAt: z.string(),
          /** until when its link can be paid; null: it has none, or it was ended */
          expiresAt: words,
          orderId: words,
          orderNumber: words,
        }),
      ),
      nextCursor,
    }),
  },
  /** Its link pays nothing any more. */
  endHandOrder: {
    endpoint: 'POST /api/admin/hand-orders/:handOrderId/end',
    params: z.object({ handOrderId: id }),
    reply: done,
  },
} satisfies Contracts
