import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { letterMachine } from '../letter.ts'
import { id, nextCursor, pageOfRows, text } from './fields.ts'
import { letterAudience, letterBlocks } from './letter-blocks.ts'

const instant = z.nullable(z.string())
const states = z.enum(letterMachine.states)

const figures = z.object({
  readers: z.number(),
  /** handed to the mail server, including those that bounced */
  sent: z.number(),
  bounced: z.number(),
  complained: z.number(),
  /** not sent after all: the reader unsubscribed in the meantime, or the address is dead */
  dropped: z.number(),
})

const summary = {
  id: z.string(),
  slug: z.string(),
  /** YYYY-MM */
  month: z.string(),
  subject: z.string(),
  state: states,
  /** the shop drafted it when its drop was shown */
  isByShop: z.boolean(),
  sendAt: instant,
  /** when its first email was sent; public from then on */
  publishedAt: instant,
  finishedAt: instant,
  updatedAt: z.string(),
  /** why it's paused; null: it isn't */
  stoppedBecause: z.nullable(z.string()),
  /** null: no recipients listed yet */
  figures: z.nullable(figures),
}
export type LetterSummary = z.output<z.ZodMiniObject<typeof summary>>

const letterView = z.object({
  ...summary,
  preview: z.string(),
  blocks: letterBlocks,
  audience: letterAudience,
  /** of the last saved change */
  version: z.number(),
  /** as readers get it, in HTML */
  html: z.string(),
  /** what is left to do before it's sent, one sentence each */
  missing: z.array(z.string()),
  /** the first addresses that bounced, with the error */
  bounces: z.array(z.object({ email: z.string(), problem: z.nullable(z.string()) })),
})
export type LetterView = z.output<typeof letterView>

const params = z.object({ letterId: id })
const version = z.number().check(z.int(), z.minimum(0))

const month = z.string().check(z.regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'Name a month as YYYY-MM.'))

/** The monthly letter: written in blocks, previewed, sent to everyone who agreed (docs/decisions/081). */
export const letterContracts = {
  listLetters: {
    endpoint: 'GET /api/admin/letters',
    query: z.object(pageOfRows),
    reply: z.object({ letters: z.array(z.object(summary)), nextCursor }),
  },
  /** Drafted from the month's belts, if there are any. */
  createLetter: {
    endpoint: 'POST /api/admin/letters',
    body: z.object({ month }),
    reply: z.object({ id: z.string() }),
  },
  getLetter: { endpoint: 'GET /api/admin/letters/:letterId', params, reply: letterView },
  /** Who would get it now, and who wouldn't and why. */
  countLetterReaders: {
    endpoint: 'GET /api/admin/letters/:letterId/readers',
    params,
    reply: z.object({
      readers: z.number(),
      leftOut: z.array(
        z.object({
          because: z.enum(['unsubscribed', 'bounced', 'unconfirmed', 'not-agreed', 'not-meant']),
          number: z.number(),
          /** the first few */
          some: z.array(z.string()),
        }),
      ),
    }),
  },
  /**
   * Changes a letter that isn't being sent. `state` unschedules it (draft), stops it, or gives up on a stopped one
   * (ended).
   */
  updateLetter: {
    endpoint: 'PATCH /api/admin/letters/:letterId',
    params,
    body: z.object({
      /** the version that was read, so that a save can't overwrite someone else's */
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
  /** Sends now or at a time; a stopped one continues with the readers who haven't got it yet. */
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
