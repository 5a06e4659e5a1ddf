import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { confirmedBy } from './auth-contracts.ts'
import { day, done, filled, id, nextCursor, page, text, wholeCents } from './fields.ts'

const auditFilters = {
  userId: z.optional(id),
  entity: z.optional(text(60)),
  /** 'order.status' */
  action: z.optional(text(60)),
  /** who or what it was done to: an email, an order's number, a staff member's name, a belt's SKU, or the id of a row */
  about: z.optional(text(254)),
  /** days of the shop's time zone, both included */
  from: z.optional(day),
  to: z.optional(day),
}

/** Who did what. Read-only: no call can write it. */
export const auditContracts = {
  /** The same lines as a file, newest first; each export is logged as well. */
  exportAudit: {
    endpoint: 'GET /api/admin/audit/export',
    query: z.object(auditFilters),
    reply: 'file',
    holds: 'people',
  },
  listAudit: {
    endpoint: 'GET /api/admin/audit',
    query: z.object({
      limit: page.limit,
      /** the last line of the previous page */
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
      /** the choices of the filters */
      people: z.array(z.object({ id: z.string(), username: z.string() })),
      entities: z.array(z.string()),
      actions: z.array(z.string()),
      nextCursor,
    }),
  },
} satisfies Contracts

/** One line of the health page; `state` says how much the owner should care. */
const healthLine = z.object({
  id: z.string(),
  label: z.string(),
  /** as shown: "0", "18 of 18" */
  value: z.string(),
  state: z.enum(['good', 'watch', 'bad']),
  /** how to fix it, in words; empty if nothing is wrong */
  advice: z.string(),
  /** the screen that fixes it */
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

const limit = z
  .int('Enter a whole number.')
  .check(z.minimum(0, 'Write 0 or more.'), z.maximum(999, 'Write 999 or less.'))

const settings = {
  /** empty: as configured at startup */
  shopName: text(60),
  supportEmail: text(200),
  /** "street, city, ST 12345"; absent: unchanged */
  postalAddress: z.optional(text(200)),
  /** days when nobody answers and nothing ships */
  holidays: z.array(day).check(z.maxLength(60, 'Keep at most 60 holidays.')),
  /** what one person of the support, or an owner, may give away in a day; absent: unchanged */
  ceilings: z.optional(z.object({ supportCents: wholeCents, ownerCents: wholeCents })),
  /** above which someone's record is red (domain/track-record.ts); absent: unchanged */
  recordLimits: z.optional(z.object({ claims: limit, lost: limit, disputes: limit, givenPercent: limit })),
  /** units of a style and size that should remain after the coming drop; absent: unchanged */
  lowStock: z.optional(limit),
}

const demoReply = z.object({
  /** 'busy': it's being filled */
  state: z.enum(['absent', 'busy', 'filled']),
  percent: z.number(),
  /** what is being lived, in words */
  step: z.string(),
  /** false in a shop with any real key */
  isPossible: z.boolean(),
  /** why the last try failed, in a sentence */
  problem: z.nullable(z.string()),
})

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
      ceilings: z.object({ supportCents: z.number(), ownerCents: z.number() }),
      recordLimits: z.object({
        claims: z.number(),
        lost: z.number(),
        disputes: z.number(),
        givenPercent: z.number(),
      }),
      /** what applies when the fields are empty */
      defaults: z.object({ shopName: z.string(), supportEmail: z.string(), postalAddress: z.string() }),
      /** what buyers are told while payments are stopped; null: payments are on */
      paymentsStopped: z.nullable(z.string()),
      /** owners must sign in with a second step, or set one up before anything else */
      ownersNeedTwoStep: z.boolean(),
      /** the figures of spec §9 that the pages state, for reference */
      figures: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  },
  /** The owner's to-do list before the first order. */
  readSetup: {
    endpoint: 'GET /api/admin/setup',
    reply: z.object({
      lines: z.array(
        z.object({
          id: z.string(),
          label: z.string(),
          isDone: z.boolean(),
          /** how to do it */
          advice: z.string(),
          link: z.object({ label: z.string(), to: z.string() }),
        }),
      ),
    }),
  },
  /** The invented year of a demo shop. */
  readDemo: { endpoint: 'GET /api/admin/demo', reply: demoReply },
  /** Begins to fill it; `readDemo` says how far it is. */
  fillDemo: { endpoint: 'POST /api/admin/demo', reply: demoReply },
  removeDemo: { endpoint: 'DELETE /api/admin/demo', reply: demoReply },
  writeSettings: {
    endpoint: 'PATCH /api/admin/settings',
    /** `was`: the values the form opened with, so that a save can't silently overwrite someone else's edit */
    body: z.object({ ...settings, was: z.optional(z.object(settings)) }),
    reply: done,
  },
  setOwnersTwoStep: {
    endpoint: 'POST /api/admin/settings/two-step',
    body: z.object({ isNeeded: z.boolean(), ...confirmedBy }),
    reply: done,
    asksAgain: true,
  },
  /** Checks now whether the account at the payment provider is set up for this shop. */
  checkPayments: {
    endpoint: 'GET /api/admin/payments/check',
    reply: z.object({
      lines: z.array(
        z.object({
          id: z.string(),
          label: z.string(),
          state: z.enum(['good', 'watch', 'bad']),
          /** how to fix it; empty if nothing is wrong */
          advice: z.string(),
        }),
      ),
    }),
  },
  /** Creates or repairs the webhook and the wallets' domain there. */
  registerPayments: {
    endpoint: 'POST /api/admin/payments/register',
    /** the secret of a webhook created just now, shown only once; null: it existed already */
    reply: z.object({ webhookSecret: z.nullable(z.string()) }),
  },
  stopPayments: {
    endpoint: 'POST /api/admin/payments/stop',
    body: z.object({ sentence: filled(300, 'Say what buyers should read.') }),
    reply: done,
  },
  startPayments: { endpoint: 'POST /api/admin/payments/start', reply: done },
} satisfies Contracts
