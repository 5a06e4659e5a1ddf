import * as z from 'zod/mini'
import { boxMachine } from '../box.ts'
import { type ContactMessage, contactCategories } from '../contact.ts'
import type { Contracts } from '../contract.ts'
import { done, filled, id, nextCursor, pageOfRows, text } from './fields.ts'

/** Why a conversation is set aside: no person is waiting for an answer. */
const threadAsides = ['spam', 'automatic', 'bounce', 'list', 'loop', 'own'] as const
export type ThreadAside = (typeof threadAsides)[number]

const words = z.nullable(z.string())
const instant = z.nullable(z.string())

/** One conversation, as a row of the list. */
const row = {
  id: z.string(),
  name: z.string(),
  /** null for roles that can't see it (hidden-fields.ts) */
  email: words,
  subject: z.string(),
  /** the beginning of their last message */
  message: z.string(),
  category: z.nullable(z.enum(contactCategories)),
  orderNumber: words,
  /** the order they named; null if no such order exists */
  orderId: words,
  origin: z.enum(['form', 'mail']),
  /** how we know the address is theirs; null: we don't, so the page shows no data about it */
  verifiedBy: z.nullable(z.enum(['order', 'server', 'reply', 'staff'])),
  aside: z.nullable(z.enum(threadAsides)),
  /** ISO instants */
  createdAt: z.string(),
  /** when they started waiting for an answer */
  waitingSince: z.string(),
  /** when spec §9 promises an answer by, skipping holidays */
  dueAt: z.string(),
  isLate: z.boolean(),
  answeredAt: instant,
  doneAt: instant,
  snoozedUntil: instant,
  /** a staff member */
  assignee: words,
  /** another staff member who is writing an answer right now */
  writer: words,
} satisfies Record<keyof ContactMessage, unknown> & Record<string, unknown>
const message = z.object(row)

const attachment = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.number(),
  /** false: dropped because of its kind or size */
  isKept: z.boolean(),
})

/** One message or note of a conversation; the list is oldest first. */
const entry = z.object({
  id: z.string(),
  kind: z.enum(['in', 'out', 'note']),
  who: z.string(),
  at: z.string(),
  text: z.string(),
  /** incoming: whether we know it's from their address */
  isVerified: z.boolean(),
  /** a different Reply-To address in the email; answers don't go there */
  asksFor: words,
  attachments: z.array(attachment),
  /** outgoing: whether it was sent, and what went wrong */
  sentAt: instant,
  problem: words,
})

/** One of their memberships, with what a question needs. */
const besideMembership = z.object({
  id: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  wearer: z.string(),
  status: z.string(),
  isGift: z.boolean(),
  size: words,
  /** the boxes a question can be about: those on their way, the last that arrived, and the next */
  boxes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      state: z.enum(boxMachine.states),
      shipBy: z.string(),
      waitsForSize: z.boolean(),
      /** the last day to change it; null: too late */
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
  /** increments with every email and answer */
  version: z.number(),
  /** the conversation this one continues from another address */
  follows: words,
  entries: z.array(entry),
  /** staff it can be assigned to */
  colleagues: z.array(z.string()),
  /** the writer, if we know it's really them */
  beside: z.nullable(z.object({ personId: words, name: z.string(), memberships: z.array(besideMembership) })),
  /** what `{name}` and the like stand for in an answer to them; null: unknown */
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
    reply: z.object({
      messages: z.array(message),
      open: z.number(),
      late: z.number(),
      /** those that no deadline runs for, because they look like spam or a machine */
      setAside: z.number(),
      nextCursor,
    }),
  },
  getMessage: { endpoint: 'GET /api/admin/messages/:messageId', params, reply: thread },
  answerMessage: {
    endpoint: 'POST /api/admin/messages/:messageId/replies',
    params,
    /** `version`: the version of the conversation the writer has read; if it has changed since, they are asked again */
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
      /** a staff member; null: unassigned */
      assignee: z.optional(z.nullable(text(200))),
      /** an ISO instant; null: no longer snoozed */
      snoozedUntil: z.optional(z.nullable(z.iso.datetime('Write the instant as ISO 8601, in UTC.'))),
      isSpam: z.optional(z.boolean()),
      /** someone has verified who wrote: the page then shows the data about the address */
      isThem: z.optional(z.literal(true)),
    }),
    reply: done,
  },
  /** Announces that the caller is writing an answer; replies with anyone else who is. */
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
    holds: 'someone',
  },
  listCannedAnswers: {
    endpoint: 'GET /api/admin/canned-answers',
    /** the shop's built-in answers come after the saved ones; a saved one replaces a built-in one with the same title */
    reply: z.object({ answers: z.array(canned), starters: z.array(canned) }),
  },
  createCannedAnswer: { endpoint: 'POST /api/admin/canned-answers', body: cannedBody, reply: canned },
  editCannedAnswer: {
    endpoint: 'PATCH /api/admin/canned-answers/:answerId',
    params: z.object({ answerId: id }),
    /** `was`: the values the form opened with, so that a save can't silently overwrite someone else's edit */
    body: z.extend(cannedBody, { was: z.optional(cannedBody) }),
    reply: canned,
  },
  deleteCannedAnswer: {
    endpoint: 'DELETE /api/admin/canned-answers/:answerId',
    params: z.object({ answerId: id }),
    reply: done,
  },
} satisfies Contracts
