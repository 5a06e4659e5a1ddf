import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { taxWays } from '../tax.ts'
import { day, done, text } from './fields.ts'

const rule = {
  way: z.enum(taxWays),
  /** a decimal percentage, "8.875"; null if the provider computes it */
  ratePercent: z.nullable(z.string()),
}

const rulesOfState = {
  /** how tax is collected there now; null: it isn't. A null `from`: since the shop began */
  rule: z.nullable(z.object({ ...rule, from: z.nullable(day) })),
  /** rules that start on a later day */
  planned: z.array(z.object({ ...rule, from: day })),
}

const stateTax = z.object({
  /** two letters */
  state: z.string(),
  name: z.string(),
  /** integer cents before tax of what was shipped there, and the number of sales, within `from` and `to` */
  salesCents: z.number(),
  sales: z.number(),
  from: day,
  to: day,
  /** share of the threshold; 1 is all of it */
  share: z.number(),
  /** in words; null: no known threshold */
  threshold: z.nullable(z.string()),
  note: z.nullable(z.string()),
  ...rulesOfState,
  /** the percentage of the threshold in the open warning; null: none */
  warning: z.nullable(z.number()),
})
export type StateTax = z.output<typeof stateTax>

/** A state's code or name. */
const state = text(40)

/** Where sales tax is collected, and where it may have to be (docs/decisions/065-sales-tax.md). */
export const salesTaxContracts = {
  readSalesTax: {
    endpoint: 'GET /api/admin/sales-tax',
    reply: z.object({
      /** the shop's day */
      today: day,
      /** when the thresholds were last researched */
      asOf: day,
      /** closest to their threshold first */
      states: z.array(stateTax),
      /** code and name of every state whose tax can be switched on */
      all: z.array(z.object({ state: z.string(), name: z.string() })),
      /** the payment provider can compute tax by address */
      hasProvider: z.boolean(),
    }),
  },
  /** What was charged, taxed, refunded and shipped in a period, by state: the numbers a tax return asks for. */
  exportSalesTax: {
    endpoint: 'GET /api/admin/sales-tax/report',
    query: z.object({ from: day, to: day }),
    reply: 'file',
    holds: 'nobody',
  },
  setTaxRule: {
    endpoint: 'POST /api/admin/sales-tax/rules',
    body: z.object({
      state,
      /** the shop's day it takes effect: today or later */
      from: day,
      way: z.enum(taxWays),
      /** percent, "8.875", at most four decimals; only where `way` is 'rate' */
      ratePercent: z.optional(z.nullable(text(10))),
      /** the state's rules as the form showed them, so that a save can't silently overwrite someone else's change */
      was: z.optional(z.object(rulesOfState)),
    }),
    reply: stateTax,
  },
  /** Deletes a rule that hasn't started. */
  dropTaxRule: {
    endpoint: 'DELETE /api/admin/sales-tax/rules/:state/:from',
    params: z.object({ state, from: day }),
    reply: done,
  },
  /** Marks a state's warning as handled: Today hides it until the next level, or the next year. */
  answerTaxWarning: {
    endpoint: 'POST /api/admin/sales-tax/warnings/:state/answer',
    params: z.object({ state }),
    reply: done,
  },
} satisfies Contracts
