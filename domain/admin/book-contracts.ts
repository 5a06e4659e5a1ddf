import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { day } from './fields.ts'

/** The program a books export is for; 'journal': every entry separately, for an auditor. */
const booksFormats = ['quickbooks', 'xero', 'journal'] as const
export type BooksFormat = (typeof booksFormats)[number]

/** Days in the shop's time zone, both included. */
const period = { from: day, to: day }

const cents = z.number()

/** The shop's books (docs/decisions/051-books.md). */
export const bookContracts = {
  exportBooks: {
    endpoint: 'GET /api/admin/books',
    query: z.object({ ...period, format: z.optional(z.enum(booksFormats)) }),
    reply: 'file',
    holds: 'nobody',
  },
  /** Every payout in a period, what it covers, and whether books and provider agree. */
  readPayouts: {
    endpoint: 'GET /api/admin/books/payouts',
    query: z.object(period),
    reply: z.object({
      /** newest first; integer cents */
      payouts: z.array(
        z.object({
          id: z.string(),
          day,
          /** what arrives at the bank; negative: the bank sent it back */
          amountCents: cents,
          charges: z.number(),
          chargeCents: cents,
          refundCents: cents,
          disputeCents: cents,
          /** negative */
          feeCents: cents,
          otherCents: cents,
          /** made by hand: the provider doesn't say what it consists of */
          isManual: z.boolean(),
          /** everything it paid out is known and adds up to its amount */
          isReconciled: z.boolean(),
        }),
      ),
      /** the provider's balance at the end of the period: by the books, and as the sum of the provider's own movements */
      booksCents: cents,
      providerCents: cents,
    }),
  },
  /** What each plan earned in a period as its belts shipped, and what is owed on it now. */
  readRevenueByPlan: {
    endpoint: 'GET /api/admin/books/plans',
    query: z.object(period),
    reply: z.object({
      /** integer cents before tax; the totals match the books' Belt sales and, today, Deferred revenue */
      plans: z.array(
        z.object({
          planId: z.string(),
          name: z.string(),
          boxes: z.number(),
          recognizedCents: cents,
          owed: z.number(),
          deferredCents: cents,
        }),
      ),
    }),
  },
  exportRevenueByPlan: {
    endpoint: 'GET /api/admin/books/plans.csv',
    query: z.object(period),
    reply: 'file',
    holds: 'nobody',
  },
  readBooks: {
    endpoint: 'GET /api/admin/books/balance',
    query: z.object(period),
    reply: z.object({
      /** by code; integer cents, debits positive */
      accounts: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          kind: z.enum(['asset', 'liability', 'income', 'expense']),
          openingCents: cents,
          debitCents: cents,
          /** a positive number */
          creditCents: cents,
          closingCents: cents,
        }),
      ),
    }),
  },
} satisfies Contracts
