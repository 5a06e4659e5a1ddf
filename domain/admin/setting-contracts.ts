import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { confirmedBy } from './auth-contracts.ts'
import { day, done, filled, id, nextCursor, page, text } from './fields.ts'

const auditFilters = {
  userId: z.optional(id),
  entity: z.optional(text(60)),
  /** 'order.status' */
  action: z.optional(text(60)),
  /** whom or what it was done to: an email, an order's number, a name of the staff, a belt's SKU, or the id of a row */
  about: z.optional(text(254)),
  /** days of the shop's time zone, both included */
  from: z.optional(day),
  to: z.optional(day),
}

/** Who did what: read only, and nobody can write it. */
export const auditContracts = {
  /** The same lines as a file, newest first; who took it away is a line of its own. */
  exportAudit: { endpoint: 'GET /api/admin/audit/export', query: z.object(auditFilters), reply: 'file' },
  listAudit: {
    endpoint: 'GET /api/admin/audit',
    query: z.object({
      limit: page.limit,
      /** the last line of the page before */
      cursor: z.optional(id),
      ...auditFilters,
    }),
    reply: z.object({
      lines: z.array(
        z.object({
          id: z.string(),
          at: z.string(),
          username: z.string(),
          role: z.string(),
          action: z.string(),
          entity: z.string(),
          entityId: z.string(),
          before: z.unknown(),
          after: z.unknown(),
        }),
      ),
      /** what the filters offer */
      people: z.array(z.object({ id: z.string(), username: z.string() })),
      entities: z.array(z.string()),
      actions: z.array(z.string()),
      nextCursor,
    }),
  },
} satisfies Contracts

/** One line of the health page; `good`, or how much the owner should care. */
const healthLine = z.object({
  id: z.string(),
  label: z.string(),
  /** as it is shown: "0", "18 of 18" */
  value: z.string(),
  state: z.enum(['good', 'watch', 'bad']),
  /** how to fix it, in words; empty where nothing is wrong */
  advice: z.string(),
  /** screen that fixes it */
  link: z.nullable(z.object({ label: z.string(), to: z.string() })),
})

/** club-rules.md "Health". */
export const healthContracts = {
  readHealth: {
    endpoint: 'GET /api/admin/health',
    reply: z.object({
      state: z.enum(['good', 'watch', 'bad']),
      /** ISO instant */
      at: z.string(),
      lines: z.array(healthLine),
    }),
  },
} satisfies Contracts

const settings = {
  /** empty: as the shop was started */
  shopName: text(60),
  supportEmail: text(200),
  /** "street, city, ST 12345"; absent: as it was */
  postalAddress: z.optional(text(200)),
  /** days on which nobody answers and nothing ships */
  holidays: z.array(day).check(z.maxLength(60, 'Keep at most 60 holidays.')),
  /** units that should be left of a style and size after the coming drop; absent: as it was */
  lowStock: z.optional(
    z
      .int('Enter a whole number.')
      .check(z.minimum(0, 'Write 0 or more.'), z.maximum(999, 'Write 999 or less.')),
  ),
}

/** What the owner sets without touching the environment. */
export const settingContracts = {
  readSettings: {
    endpoint: 'GET /api/admin/settings',
    reply: z.object({
      shopName: z.string(),
      supportEmail: z.string(),
      postalAddress: z.string(),
      holidays: z.array(z.string()),
      lowStock: z.number(),
      /** what holds where the fields are empty */
      defaults: z.object({ shopName: z.string(), supportEmail: z.string(), postalAddress: z.string() }),
      /** what buyers are told while no payments are taken; null: they are taken */
      paymentsStopped: z.nullable(z.string()),
      /** owners sign in with a second step, or set one up before anything else */
      ownersNeedTwoStep: z.boolean(),
      /** the figures of spec §9 that the pages state, for reference */
      figures: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  },
  /** What an owner does before the first order. */
  readSetup: {
    endpoint: 'GET /api/admin/setup',
    reply: z.object({
      lines: z.array(
        z.object({
          id: z.string(),
          label: z.string(),
          isDone: z.boolean(),
          /** how it is done */
          advice: z.string(),
          link: z.object({ label: z.string(), to: z.string() }),
        }),
      ),
    }),
  },
  writeSettings: {
    endpoint: 'PATCH /api/admin/settings',
    /** `was`: the values the form opened with, so that nobody else's edit is overwritten unseen */
    body: z.object({ ...settings, was: z.optional(z.object(settings)) }),
    reply: done,
  },
  setOwnersTwoStep: {
    endpoint: 'POST /api/admin/settings/two-step',
    body: z.object({ isNeeded: z.boolean(), ...confirmedBy }),
    reply: done,
    asksAgain: true,
  },
  /** Whether the account at the payment provider is set up for this shop; read there now. */
  checkPayments: {
    endpoint: 'GET /api/admin/payments/check',
    reply: z.object({
      lines: z.array(
        z.object({
          id: z.string(),
          label: z.string(),
          state: z.enum(['good', 'watch', 'bad']),
          /** how to fix it; empty where nothing is wrong */
          advice: z.string(),
        }),
      ),
    }),
  },
  /** Creates or repairs the webhook and the wallets' domain there. */
  registerPayments: {
    endpoint: 'POST /api/admin/payments/register',
    /** of a webhook that was made now: shown once; null: there was one */
    reply: z.object({ webhookSecret: z.nullable(z.string()) }),
  },
  stopPayments: {
    endpoint: 'POST /api/admin/payments/stop',
    body: z.object({ sentence: filled(300, 'Say what buyers should read.') }),
    reply: done,
  },
  startPayments: { endpoint: 'POST /api/admin/payments/start', reply: done },
} satisfies Contracts
