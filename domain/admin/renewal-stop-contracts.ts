import * as z from 'zod/mini'
import { styles } from '../belt.ts'
import type { Contracts } from '../contract.ts'
import { day, filled, id, text } from './fields.ts'

const orAll = z.nullable(text(60))

/** Whom a stop is for; null: everyone. A style is one that a member wants alone. */
const scope = {
  kind: z.enum(['pause', 'close']),
  planId: orAll,
  style: z.nullable(z.enum(styles)),
  size: orAll,
  /** the first day on which a pause lets a renewal be charged */
  untilDay: z.nullable(day),
  /** of a closing: unpacked belts are refunded, gifts' too */
  refunds: z.boolean(),
}

const outlook = z.object({
  /** memberships it would change now */
  members: z.number(),
  /** belts refunded, and their value in integer cents before tax */
  boxes: z.number(),
  refundCents: z.number(),
})
export type StopOutlook = z.output<typeof outlook>

const stopView = z.object({
  id: z.string(),
  ...scope,
  style: orAll,
  untilDay: z.nullable(z.string()),
  reason: z.string(),
  username: z.string(),
  done: z.number(),
  /** memberships still to do */
  left: z.number(),
  lastError: z.nullable(z.string()),
  state: z.enum(['running', 'held', 'finished']),
  /** YYYY-MM-DD */
  begunOn: z.string(),
})
export type RenewalStopView = z.output<typeof stopView>

/** Stopping renewals for a while, and closing: for everyone or some, carried out in steps (docs/decisions/130). */
export const renewalStopContracts = {
  listRenewalStops: {
    endpoint: 'GET /api/admin/renewal-stops',
    reply: z.object({
      stops: z.array(stopView),
      /** of the coming drop: belts wanted, and how many of them stock can't fill */
      coming: z.object({ drop: z.string(), wanted: z.number(), short: z.number() }),
      /** percent of a month's belts that can't be filled, from which the shop proposes a stop */
      proposeAt: z.number(),
    }),
  },
  /** Whom it would change, and what it gives back. Stores nothing. */
  previewRenewalStop: {
    endpoint: 'POST /api/admin/renewal-stops/preview',
    body: z.object(scope),
    reply: outlook,
  },
  startRenewalStop: {
    endpoint: 'POST /api/admin/renewal-stops',
    /** `id`: the form's, which starts one stop; `members`: as previewed */
    body: z.object({ id, ...scope, members: z.number(), reason: filled(300, 'Say why: members read it.') }),
    reply: z.object({ success: z.literal(true) }),
  },
  /** Holds it, or lets it go on. What was done stays. */
  holdRenewalStop: {
    endpoint: 'POST /api/admin/renewal-stops/:id/hold',
    params: z.object({ id }),
    body: z.object({ isHeld: z.boolean() }),
    reply: z.object({ success: z.literal(true) }),
  },
  /** Ends it before its day. Nobody is charged before the day they were told. */
  endRenewalStop: {
    endpoint: 'POST /api/admin/renewal-stops/:id/end',
    params: z.object({ id }),
    reply: z.object({ success: z.literal(true) }),
  },
  setStopProposal: {
    endpoint: 'POST /api/admin/renewal-stops/proposal',
    body: z.object({ percent: z.int().check(z.minimum(1), z.maximum(100)) }),
    reply: z.object({ success: z.literal(true) }),
  },
} satisfies Contracts
