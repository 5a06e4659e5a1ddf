import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { taxWays } from '../tax.ts'
import { day, done, text } from './fields.ts'

const rule = {
  way: z.enum(taxWays),
  /** a decimal percentage, "8.875"; null where the provider computes it */
  ratePercent: z.nullable(z.string()),
}

const stateTax = z.object({
  /** two letters */
  state: z.string(),
  name: z.string(),
  /** integer cents before tax of what was shipped there, and how many sales, within `from` and `to` */
  salesCents: z.number(),
  sales: z.number(),
  from: day,
  to: day,
  /** of the threshold; 1: all of it */
  share: z.number(),
  /** in words; null: the state has none that is known */
  threshold: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** how tax is collected there now; null: it is not. From null: since the shop began */
  rule: z.nullable(z.object({ ...rule, from: z.nullable(day) })),
  /** what begins on a later day */
  planned: z.array(z.object({ ...rule, from: day })),
  /** percent of the threshold that was warned of and is not answered; null: none */
  warning: z.nullable(z.number()),
})
export type StateTax = z.output<typeof stateTax>

/** Two letters of a state, or its name. */
const state = text(40)

/** Where sales tax is collected, and where it may have to be (docs/decisions/065-sales-tax.md). */
export const salesTaxContracts = {
  readSalesTax: {
    endpoint: 'GET /api/admin/sales-tax',
    reply: z.object({
      /** the shop's day */
      today: day,
      /** when the thresholds were gathered */
      asOf: day,
      /** nearest to their threshold first */
      states: z.array(stateTax),
      /** two letters and name of all whose tax can be switched on */
      all: z.array(z.object({ state: z.string(), name: z.string() })),
      /** the payment provider can compute tax by address */
      hasProvider: z.boolean(),
    }),
  },
  /** What was charged, taxed, given back and shipped in a period, by state: what a tax return asks for. */
  exportSalesTax: {
    endpoint: 'GET /api/admin/sales-tax/report',
    query: z.object({ from: day, to: day }),
    reply: 'file',
  },
  setTaxRule: {
    endpoint: 'POST /api/admin/sales-tax/rules',
    body: z.object({
      state,
      /** the shop's day from which it counts: today or later */
      from: day,
      way: z.enum(taxWays),
      /** percent, "8.875", at most four decimals; only where `way` is 'rate' */
      ratePercent: z.optional(z.nullable(text(10))),
    }),
    reply: stateTax,
  },
  /** Takes back what has not begun. */
  dropTaxRule: {
    endpoint: 'DELETE /api/admin/sales-tax/rules/:state/:from',
    params: z.object({ state, from: day }),
    reply: done,
  },
  /** The warning about a state is taken care of: it goes from Today until the next level, or the next year. */
  answerTaxWarning: {
    endpoint: 'POST /api/admin/sales-tax/warnings/:state/answer',
    params: z.object({ state }),
    reply: done,
  },
} satisfies Contracts
