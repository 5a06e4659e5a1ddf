import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { done, id, nextCursor, pageOfRows, text } from './fields.ts'

/** due: its time has come; later: it has not; failed: tried in vain; given-up: for three days; dropped: no longer true when its time came. */
export const mailStates = ['due', 'failed', 'given-up', 'later', 'sent', 'dropped'] as const

/** A row of the outbox. */
export const mailView = z.object({
  id: z.string(),
  kind: z.string(),
  subjectId: z.string(),
  /** whom it was last given to the mail server for; null: nobody yet, or their data was deleted */
  recipient: z.nullable(z.string()),
  /** as it was sent; null: not yet, or it is no longer kept */
  subject: z.nullable(z.string()),
  /** the admin had it sent again: the first one is a row of its own */
  isCopy: z.boolean(),
  state: z.enum(mailStates),
  createdAt: z.string(),
  /** when it is sent, or tried again */
  runAt: z.string(),
  sentAt: z.nullable(z.string()),
  attempts: z.number(),
  /** why it was not sent */
  problem: z.nullable(z.string()),
})

/** Every mail that went out or waits (club-rules.md "Mail"). */
export const mailContracts = {
  listMails: {
    endpoint: 'GET /api/admin/mails',
    query: z.object({
      state: z.optional(z.enum(mailStates)),
      kind: z.optional(text(60)),
      /** how the reader's address begins, or an order's number */
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
      /** true: as it was sent, without the links that open something; false: as it would be written now */
      isAsSent: z.boolean(),
      /** what the mail server said when it took it */
      answer: z.nullable(z.string()),
      /** null: there is nothing to show, for the reason in `problem` */
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
