import * as z from 'zod/mini'
import { boxMachine } from '../box.ts'
import { contactCategories } from '../contact.ts'
import type { Contracts } from '../contract.ts'
import { done, filled, id, nextCursor, pageOfRows, text } from './fields.ts'

/** Why a conversation is set aside: no person waits for an answer. */
const threadAsides = ['spam', 'automatic', 'bounce', 'list', 'loop', 'own'] as const
export type ThreadAside = (typeof threadAsides)[number]

const words = z.nullable(z.string())
const instant = z.nullable(z.string())

/** One conversation, as the list has it. */
const row = {
  id: z.string(),
  name: z.string(),
  /** null for whom it is hidden from (hidden-fields.ts) */
  email: words,
  subject: z.string(),
  /** how what they wrote last begins */
  message: z.string(),
  category: z.nullable(z.enum(contactCategories)),
  orderNumber: words,
  /** the order of that number; null: there is none */
  orderId: words,
  origin: z.enum(['form', 'mail']),
  /** how we know that the address is theirs; null: we do not, and show nothing that is kept of it */
  verifiedBy: z.nullable(z.enum(['order', 'server', 'reply', 'staff'])),
  aside: z.nullable(z.enum(threadAsides)),
  /** ISO instants */
  createdAt: z.string(),
  /** since when they wait for an answer */
  waitingSince: z.string(),
  /** by when spec §9 promises an answer, past holidays */
  dueAt: z.string(),
  isLate: z.boolean(),
  answeredAt: instant,
  doneAt: instant,
  snoozedUntil: instant,
  /** of the staff */
  assignee: words,
  /** who else of the staff is writing an answer just now */
  writer: words,
}
const message = z.object(row)

const attachment = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.number(),
  /** false: left out, because of its kind or size */
  isKept: z.boolean(),
})

/** What was said in a conversation, oldest first. */
const entry = z.object({
  id: z.string(),
  kind: z.enum(['in', 'out', 'note']),
  who: z.string(),
  at: z.string(),
  text: z.string(),
  /** of what came in: whether we know that it is from their address */
  isVerified: z.boolean(),
  /** another address at which the mail asks to be answered; answers do not go there */
  asksFor: words,
  attachments: z.array(attachment),
  /** of what went out: whether it left, and what went wrong */
  sentAt: instant,
  problem: words,
})

/** A membership of theirs, as far as a question needs it. */
const besideMembership = z.object({
  id: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  wearer: z.string(),
  status: z.string(),
  isGift: z.boolean(),
  size: words,
  /** the boxes that a question may be about: those on their way, the last that arrived, and the next */
  boxes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      state: z.enum(boxMachine.states),
      shipBy: z.string(),
      /** the last day on which it can be changed; null: it can't */
      changeUntil: words,
      shippedOn: words,
      deliveredOn: words,
      holdReason: words,
      belt: words,
      tracking: z.nullable(z.object({ number: z.string(), carrier: words, link: words })),
    }),
  ),
})

const thread = z.object({
  ...row,
  /** goes up with every mail and answer */
  version: z.number(),
  /** the conversation that it answers from another address */
  follows: words,
  entries: z.array(entry),
  /** of the staff, who may be given it */
  colleagues: z.array(z.string()),
  /** who wrote, as far as we know that it is them */
  beside: z.nullable(z.object({ personId: words, name: z.string(), memberships: z.array(besideMembership) })),
  /** what `{name}` and the like stand for in an answer to them; null: nothing is known */
  fields: z.record(z.string(), words),
})

const canned = z.object({ id: z.string(), title: z.string(), text: z.string() })
const cannedBody = z.object({
  title: filled(120, 'Give the answer a title.'),
  text: filled(4000, 'Write the answer.'),
})

const params = z.object({ messageId: id })

/** What people wrote, and our answers. */
export const inboxContracts = {
  listMessages: {
    endpoint: 'GET /api/admin/messages',
    query: z.object({
      state: z._default(z.enum(['open', 'mine', 'snoozed', 'done', 'aside', 'all']), 'open'),
      category: z.optional(z.enum(contactCategories)),
      search: z.optional(text(200)),
      ...pageOfRows,
    }),
    reply: z.object({ messages: z.array(message), open: z.number(), late: z.number(), nextCursor }),
  },
  getMessage: { endpoint: 'GET /api/admin/messages/:messageId', params, reply: thread },
  answerMessage: {
    endpoint: 'POST /api/admin/messages/:messageId/replies',
    params,
    /** `version` is of the conversation as its writer has read it; answered or written to since, they are asked again */
    body: z.object({ text: filled(4000, 'Write the answer.'), version: z.number() }),
    reply: done,
  },
  noteMessage: {
    endpoint: 'POST /api/admin/messages/:messageId/notes',
    params,
    body: z.object({ text: filled(4000, 'Write the note.') }),
    reply: done,
  },
  changeMessage: {
    endpoint: 'PATCH /api/admin/messages/:messageId',
    params,
    body: z.object({
      done: z.optional(z.boolean()),
      /** of the staff; null: unassigned */
      assignee: z.optional(z.nullable(text(200))),
      /** an ISO instant; null: not any more */
      snoozedUntil: z.optional(z.nullable(z.iso.datetime('Write the instant as ISO 8601, in UTC.'))),
      isSpam: z.optional(z.boolean()),
      /** somebody has made sure that it is them who wrote: what is kept of the address is shown */
      isThem: z.optional(z.literal(true)),
    }),
    reply: done,
  },
  /** Says that one writes an answer, so that no other does; replies who else does. */
  writeAnswer: {
    endpoint: 'POST /api/admin/messages/:messageId/writer',
    params,
    body: z.object({ isWriting: z.boolean() }),
    reply: z.object({ writer: words, version: z.number() }),
  },
  downloadAttachment: {
    endpoint: 'GET /api/admin/attachments/:attachmentId',
    params: z.object({ attachmentId: id }),
    reply: 'file',
  },
  listCannedAnswers: {
    endpoint: 'GET /api/admin/canned-answers',
    /** those that the shop comes with stand behind one's own; a title that is one's own replaces them */
    reply: z.object({ answers: z.array(canned), starters: z.array(canned) }),
  },
  createCannedAnswer: { endpoint: 'POST /api/admin/canned-answers', body: cannedBody, reply: canned },
  editCannedAnswer: {
    endpoint: 'PATCH /api/admin/canned-answers/:answerId',
    params: z.object({ answerId: id }),
    /** `was`: the values the form opened with, so that nobody else's edit is overwritten unseen */
    body: z.extend(cannedBody, { was: z.optional(cannedBody) }),
    reply: canned,
  },
  deleteCannedAnswer: {
    endpoint: 'DELETE /api/admin/canned-answers/:answerId',
    params: z.object({ answerId: id }),
    reply: done,
  },
} satisfies Contracts
