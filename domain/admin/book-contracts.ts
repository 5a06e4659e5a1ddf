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
