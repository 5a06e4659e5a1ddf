import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { done, text } from './fields.ts'

/** What an outside address understands: a JSON object, Slack's, or ntfy's plain text with headers. */
export const outsideKinds = ['json', 'slack', 'ntfy'] as const
export type OutsideKind = (typeof outsideKinds)[number]

/** Where the shop says that something is wrong, if email or the whole shop fails. */
export const outsideContracts = {
  readOutside: {
    endpoint: 'GET /api/admin/settings/outside',
    /** host names only: who knows a whole address can write there. Empty: not set */
    reply: z.object({
      alarmHost: z.string(),
      kind: z.enum(outsideKinds),
      heartbeatHost: z.string(),
      /** set in the environment: the admin can't change it */
      isFixed: z.object({ alarm: z.boolean(), heartbeat: z.boolean() }),
    }),
  },
  writeOutside: {
    endpoint: 'POST /api/admin/settings/outside',
    /** an empty address removes it; an absent one stays */
    body: z.object({
      alarmUrl: z.optional(text(2_000)),
      kind: z.enum(outsideKinds),
      heartbeatUrl: z.optional(text(2_000)),
    }),
    reply: done,
  },
  /** Calls both now, and says what came of it. */
  tryOutside: {
    endpoint: 'POST /api/admin/settings/outside/try',
    reply: z.object({
      lines: z.array(
        z.object({ what: z.enum(['alarm', 'heartbeat']), isFine: z.boolean(), sentence: z.string() }),
      ),
    }),
  },
} satisfies Contracts
