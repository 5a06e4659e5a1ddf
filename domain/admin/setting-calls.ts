import * as z from 'zod/mini'
import type { Calls } from '../call.ts'
import { confirmedBy } from './auth-calls.ts'
import { day, done, filled, text } from './fields.ts'

const settings = {
  /** empty: as the shop was started */
  shopName: text(60),
  supportEmail: text(200),
  /** days on which nobody answers and nothing ships */
  holidays: z.array(day).check(z.maxLength(60, 'Keep at most 60 holidays.')),
}

/** What the owner sets without touching the environment. */
export const settingCalls = {
  readSettings: {
    endpoint: 'GET /api/admin/settings',
    reply: z.object({
      shopName: z.string(),
      supportEmail: z.string(),
      holidays: z.array(z.string()),
      /** what holds where the fields are empty */
      defaults: z.object({ shopName: z.string(), supportEmail: z.string() }),
      /** what buyers are told while no payments are taken; null: they are taken */
      paymentsStopped: z.nullable(z.string()),
      /** owners sign in with a second step, or set one up before anything else */
      ownersNeedTwoStep: z.boolean(),
      /** the figures of spec §9 that the pages state, for reference */
      figures: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  },
  writeSettings: { endpoint: 'PATCH /api/admin/settings', body: z.object(settings), reply: done },
  setOwnersTwoStep: {
    endpoint: 'POST /api/admin/settings/two-step',
    body: z.object({ isNeeded: z.boolean(), ...confirmedBy }),
    reply: done,
    asksAgain: true,
  },
  stopPayments: {
    endpoint: 'POST /api/admin/payments/stop',
    body: z.object({ sentence: filled(300, 'Say what buyers should read.') }),
    reply: done,
  },
  startPayments: { endpoint: 'POST /api/admin/payments/start', reply: done },
} satisfies Calls
