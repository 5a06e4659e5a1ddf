import * as z from 'zod/mini'
import { contactCategories } from '../contact.ts'
import type { Contracts } from '../contract.ts'
import { done, filled, id, nextCursor, pageOfRows, text } from './fields.ts'

const reply = z.object({ id: z.string(), username: z.string(), text: z.string(), createdAt: z.string() })

const message = z.object({
  id: z.string(),
  name: z.string(),
  /** null for whom it is hidden from (hidden-fields.ts) */
  email: z.nullable(z.string()),
  subject: z.string(),
  category: z.nullable(z.enum(contactCategories)),
  orderNumber: z.nullable(z.string()),
  /** the order of that number; null: there is none */
  orderId: z.nullable(z.string()),
  message: z.string(),
  /** ISO instants */
  createdAt: z.string(),
  /** by when spec §9 promises an answer, past holidays */
  dueAt: z.string(),
  isLate: z.boolean(),
  answeredAt: z.nullable(z.string()),
  doneAt: z.nullable(z.string()),
  replies: z.array(reply),
})

const canned = z.object({ id: z.string(), title: z.string(), text: z.string() })
const cannedBody = z.object({
  title: filled(120, 'Give the answer a title.'),
  text: filled(4000, 'Write the answer.'),
})

/** What people wrote, and our answers. */
export const inboxContracts = {
  listMessages: {
    endpoint: 'GET /api/admin/messages',
    query: z.object({
      state: z._default(z.enum(['open', 'done', 'all']), 'open'),
      category: z.optional(z.enum(contactCategories)),
      search: z.optional(text(200)),
      ...pageOfRows,
    }),
    reply: z.object({ messages: z.array(message), open: z.number(), late: z.number(), nextCursor }),
  },
  answerMessage: {
    endpoint: 'POST /api/admin/messages/:messageId/replies',
    params: z.object({ messageId: id }),
    body: z.object({ text: filled(4000, 'Write the answer.') }),
    reply: done,
  },
  setMessageDone: {
    endpoint: 'PATCH /api/admin/messages/:messageId',
    params: z.object({ messageId: id }),
    body: z.object({ done: z.boolean() }),
    reply: done,
  },
  listCannedAnswers: {
    endpoint: 'GET /api/admin/canned-answers',
    reply: z.object({ answers: z.array(canned) }),
  },
  createCannedAnswer: { endpoint: 'POST /api/admin/canned-answers', body: cannedBody, reply: canned },
  editCannedAnswer: {
    endpoint: 'PATCH /api/admin/canned-answers/:answerId',
    params: z.object({ answerId: id }),
    body: cannedBody,
    reply: canned,
  },
  deleteCannedAnswer: {
    endpoint: 'DELETE /api/admin/canned-answers/:answerId',
    params: z.object({ answerId: id }),
    reply: done,
  },
} satisfies Contracts
