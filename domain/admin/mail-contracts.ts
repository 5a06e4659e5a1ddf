import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { done, id, nextCursor, pageOfRows, text } from './fields.ts'

/**
 * due: its time has come; later: it has not; failed: tried and failed; given-up: failed for three days; dropped: no
 * longer true when its time came.
 */
export const mailStates = ['due', 'failed', 'given-up', 'later', 'sent', 'dropped'] as const

/** A row of the outbox. */
export const mailView = z.object({
  id: z.string(),
  kind: z.string(),
  subjectId: z.string(),
  /** the address it was last handed to the mail server for; null: none yet, or the person's data was deleted */
  recipient: z.nullable(z.string()),
  /** as sent; null: not sent yet, or no longer kept */
  subject: z.nullable(z.string()),
  /** sent again from the admin; the original has its own row */
  isCopy: z.boolean(),
  state: z.enum(mailStates),
  createdAt: z.string(),
  /** when it is sent or retried */
  runAt: z.string(),
  sentAt: z.nullable(z.string()),
  attempts: z.number(),
  /** why it was not sent */
  problem: z.nullable(z.string()),
})

/** Every email that was sent or is waiting (club-rules.md "Mail"). */
export const mailContracts = {
  listMails: {
    endpoint: 'GET /api/admin/mails',
    query: z.object({
      state: z.optional(z.enum(mailStates)),
      kind: z.optional(text(60)),
      /** the start of the recipient's address, or an order number */
      search: z.optional(text(200)),
      ...pageOfRows,
    }),
    reply: z.object({
      mails: z.array(mailView),
      kinds: z.array(z.string()),
      due: z.number(),
      failed: z.number(),
      givenUp: z.number(),
      nextCursor,
    }),
  },
  readMail: {
    endpoint: 'GET /api/admin/mails/:mailId',
    params: z.object({ mailId: id }),
    reply: z.object({
      mail: mailView,
      /** true: as sent, without its sign-in links; false: as it would be written now */
      isAsSent: z.boolean(),
      /** the mail server's reply when it accepted the email */
      answer: z.nullable(z.string()),
      /** null: nothing to show; `problem` says why */
      content: z.nullable(
        z.object({ to: z.string(), subject: z.string(), html: z.string(), text: z.string() }),
      ),
      problem: z.nullable(z.string()),
    }),
  },
  sendMailAgain: {
    endpoint: 'POST /api/admin/mails/:mailId/send-again',
    params: z.object({ mailId: id }),
    reply: done,
  },
} satisfies Contracts
