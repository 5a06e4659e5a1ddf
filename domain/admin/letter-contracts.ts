import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { letterMachine } from '../letter.ts'
import { id, nextCursor, pageOfRows, text } from './fields.ts'
import { letterAudience, letterBlocks } from './letter-blocks.ts'

const instant = z.nullable(z.string())
const states = z.enum(letterMachine.states)

const figures = z.object({
  readers: z.number(),
  /** handed to the mail server, those that came back included */
  sent: z.number(),
  bounced: z.number(),
  complained: z.number(),
  /** not sent after all: unsubscribed meanwhile, or a dead address */
  dropped: z.number(),
})

const summary = {
  id: z.string(),
  slug: z.string(),
  /** YYYY-MM */
  month: z.string(),
  subject: z.string(),
  state: states,
  /** the shop drafted it, when its drop was shown */
  isByShop: z.boolean(),
  sendAt: instant,
  /** when its first mail left; from then on the world may read it */
  publishedAt: instant,
  finishedAt: instant,
  updatedAt: z.string(),
  /** why it stands still; null: it doesn't */
  stoppedBecause: z.nullable(z.string()),
  /** null: nobody is listed yet */
  figures: z.nullable(figures),
}
export type LetterSummary = z.output<z.ZodMiniObject<typeof summary>>

const letterView = z.object({
  ...summary,
  preview: z.string(),
  blocks: letterBlocks,
  audience: letterAudience,
  /** of the change that was last saved */
  version: z.number(),
  /** as its readers get it, in HTML */
  html: z.string(),
  /** what must be done before it leaves, in sentences */
  missing: z.array(z.string()),
  /** the first addresses that bounced, with what was said of them */
  bounces: z.array(z.object({ email: z.string(), problem: z.nullable(z.string()) })),
})
export type LetterView = z.output<typeof letterView>

const params = z.object({ letterId: id })
const version = z.number().check(z.int(), z.minimum(0))

const month = z.string().check(z.regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'Name a month as YYYY-MM.'))

/** The letter of the month: written in blocks, looked at, sent to who agreed (docs/decisions/081). */
export const letterContracts = {
  listLetters: {
    endpoint: 'GET /api/admin/letters',
    query: z.object(pageOfRows),
    reply: z.object({ letters: z.array(z.object(summary)), nextCursor }),
  },
  /** Drafted from the month's belts, where there are some. */
  createLetter: {
    endpoint: 'POST /api/admin/letters',
    body: z.object({ month }),
    reply: z.object({ id: z.string() }),
  },
  getLetter: { endpoint: 'GET /api/admin/letters/:letterId', params, reply: letterView },
  /** Who it would go to now, and who not and why. */
  countLetterReaders: {
    endpoint: 'GET /api/admin/letters/:letterId/readers',
    params,
    reply: z.object({
      readers: z.number(),
      leftOut: z.array(
        z.object({
          because: z.enum(['unsubscribed', 'bounced', 'unconfirmed', 'not-agreed', 'not-meant']),
          number: z.number(),
          /** the first of them */
          some: z.array(z.string()),
        }),
      ),
    }),
  },
  /**
   * What is written, as long as it isn't being sent. `state` takes it back from its day (draft), stops it, or gives up one
   * that is stopped (ended).
   */
  updateLetter: {
    endpoint: 'PATCH /api/admin/letters/:letterId',
    params,
    body: z.object({
      /** the one that was read: what somebody else has saved since isn't written over */
      version,
      subject: z.optional(text(150)),
      preview: z.optional(text(200)),
      blocks: z.optional(letterBlocks),
      audience: z.optional(letterAudience),
      state: z.optional(z.enum(['draft', 'stopped', 'ended'])),
    }),
    reply: letterView,
  },
  testLetter: {
    endpoint: 'POST /api/admin/letters/:letterId/test',
    params,
    body: z.object({ email: text(320) }),
    reply: z.object({ success: z.literal(true) }),
  },
  /** Now, or at a time; one that is stopped goes on with those who haven't got it. */
  sendLetter: {
    endpoint: 'POST /api/admin/letters/:letterId/send',
    params,
    body: z.object({
      version,
      /** YYYY-MM-DDTHH:MM on the shop's clock; null: now */
      at: z.nullable(
        z
          .string()
          .check(
            z.regex(
              /^2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/,
              'Choose a day and a time.',
            ),
          ),
      ),
    }),
    reply: letterView,
  },
} satisfies Contracts
