import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { day } from './fields.ts'

/** What a file of the books is made for; 'journal': every entry by itself, for an auditor. */
const booksFormats = ['quickbooks', 'xero', 'journal'] as const
export type BooksFormat = (typeof booksFormats)[number]

/** Days of the shop's time zone, both included. */
const period = { from: day, to: day }

const cents = z.number()

/** The shop's books (docs/decisions/051-books.md). */
export const bookContracts = {
  exportBooks: {
    endpoint: 'GET /api/admin/books',
    query: z.object({ ...period, format: z.optional(z.enum(booksFormats)) }),
    reply: 'file',
  },
  /** Every payout of a period, with what it paid out, and whether books and provider agree. */
  readPayouts: {
    endpoint: 'GET /api/admin/books/payouts',
    query: z.object(period),
    reply: z.object({
      /** newest first; integer cents */
      payouts: z.array(
        z.object({
          id: z.string(),
          day,
          /** what arrives at the bank; less than nothing: what the bank sent back */
          amountCents: cents,
          charges: z.number(),
          chargeCents: cents,
          refundCents: cents,
          disputeCents: cents,
          /** less than nothing */
          feeCents: cents,
          otherCents: cents,
          /** all that it paid out is known, and adds up to it */
          isReconciled: z.boolean(),
        }),
      ),
      /** the provider's balance at the end of the period, as the books have it and as its own movements add up */
      booksCents: cents,
      providerCents: cents,
    }),
  },
  /** What each plan earned in a period as its belts left, and what is owed of it now. */
  readRevenueByPlan: {
    endpoint: 'GET /api/admin/books/plans',
    query: z.object(period),
    reply: z.object({
      /** integer cents before tax; together what the books have as Belt sales and, today, as Deferred revenue */
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
  },
  readBooks: {
    endpoint: 'GET /api/admin/books/balance',
    query: z.object(period),
    reply: z.object({
      /** by code; integer cents, where a debit is more than nothing */
      accounts: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          kind: z.enum(['asset', 'liability', 'income', 'expense']),
          openingCents: cents,
          debitCents: cents,
          /** as a positive number */
          creditCents: cents,
          closingCents: cents,
        }),
      ),
    }),
  },
} satisfies Contracts
