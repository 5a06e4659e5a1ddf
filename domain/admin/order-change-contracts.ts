import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { orderStatuses } from '../order.ts'
import { done, filled, id, text } from './fields.ts'

/** The most orders in one change: two pages of the list. */
const mostSelected = 100

const orderIds = z
  .array(id)
  .check(
    z.minLength(1, 'Choose an order.'),
    z.maxLength(mostSelected, `Choose ${mostSelected} orders at most.`),
  )

/** A tag as stored: lower case, one space between words. */
const tag = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,29}$/u, 'Use letters, digits, spaces and dashes, 30 at most.'),
  )

/** The result for a selection: how many changed, and each order left out, with the reason. */
const outcome = z.object({
  changed: z.number(),
  failed: z.array(z.object({ orderId: z.string(), orderNumber: z.string(), sentence: z.string() })),
})
export type Outcome = z.output<typeof outcome>

/** The order list filters that a saved view keeps. */
const kept = z.object({
  search: z.optional(text(200)),
  status: z.optional(z.enum(orderStatuses)),
  recipientType: z.optional(z.enum(['self', 'gift'])),
  plan: z.optional(text(60)),
  tag: z.optional(text(30)),
  from: z.optional(text(10)),
  to: z.optional(text(10)),
})

/** What the admin does with many orders at once, and how it finds them again. */
export const orderChangeContracts = {
  setOrdersStatus: {
    endpoint: 'POST /api/admin/orders/status',
    /** `was`: what the screen showed for each order; one that has changed since is named and left as it is */
    body: z.object({
      orderIds,
      status: z.enum(orderStatuses),
      was: z.optional(z.record(id, z.enum(orderStatuses))),
    }),
    reply: outcome,
  },
  /** One number for each order; it goes to the package of the first item. */
  setOrdersTracking: {
    endpoint: 'POST /api/admin/orders/tracking',
    body: z.object({
      parcels: z
        .array(
          z.object({
            orderId: id,
            trackingNumber: filled(100, 'Enter the tracking number.'),
            was: z.optional(z.nullable(text(100))),
          }),
        )
        .check(z.minLength(1, 'Enter a tracking number.'), z.maxLength(mostSelected, 'Choose fewer orders.')),
    }),
    reply: outcome,
  },
  tagOrders: {
    endpoint: 'POST /api/admin/orders/tags',
    body: z.object({
      orderIds,
      add: z._default(z.array(tag).check(z.maxLength(10)), []),
      remove: z._default(z.array(tag).check(z.maxLength(10)), []),
    }),
    reply: outcome,
  },
  listOrderTags: {
    endpoint: 'GET /api/admin/order-tags',
    reply: z.object({ tags: z.array(z.string()) }),
  },
  /** The email as the first of the orders would get it; sends nothing. */
  previewOrdersMail: {
    endpoint: 'POST /api/admin/orders/mails/preview',
    body: z.object({ orderIds, subject: text(120), text: text(4000) }),
    reply: z.object({
      to: z.nullable(z.string()),
      subject: z.string(),
      text: z.string(),
      /** orders whose buyer has an address, and orders without one */
      reached: z.number(),
      unreached: z.number(),
    }),
  },
  /** Emails each buyer; `{name}` and `{order}` are filled in. */
  mailOrders: {
    endpoint: 'POST /api/admin/orders/mails',
    body: z.object({
      orderIds,
      subject: filled(120, 'Write a subject.'),
      text: filled(4000, 'Write the email first.'),
      /** set by the form, so that posting it twice sends it once */
      key: id,
    }),
    reply: outcome,
  },
  listOrderSearches: {
    endpoint: 'GET /api/admin/order-searches',
    reply: z.object({
      searches: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          filters: kept,
          /** matching orders, up to 1,000 */
          orders: z.number(),
        }),
      ),
    }),
  },
  saveOrderSearch: {
    endpoint: 'POST /api/admin/order-searches',
    body: z.object({ name: filled(40, 'Give the view a name.'), filters: kept }),
    reply: done,
  },
  deleteOrderSearch: {
    endpoint: 'DELETE /api/admin/order-searches/:searchId',
    params: z.object({ searchId: id }),
    reply: done,
  },
} satisfies Contracts
