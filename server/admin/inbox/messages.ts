import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { contactMessages, inboundMails, orders } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { seesEmails } from '../../../domain/admin/hidden-fields.ts'
import { splitQuote } from '../../../domain/admin/split-quote.ts'
import type { ContactCategory } from '../../../domain/contact.ts'
import {
  answerClock,
  type Clock,
  countOpenMessages,
  countSetAside,
  isLate,
} from '../../inbox/answer-clock.ts'
import type { Shop } from '../../shop/shop.ts'
import type { Staff } from '../../staff/staff.ts'
import { matchesMessage } from '../people/search-filters.ts'

const rows = 30
/** Characters of a message shown in the list. */
const snippet = 200
/** Milliseconds without a sign from someone's screen until they no longer count as writing. */
const writesFor = 30_000

export type ThreadRow = typeof contactMessages.$inferSelect
type MessageRow = AdminReply<'listMessages'>['messages'][number]

/** Conversations: open ones by longest wait; the others newest first. */
export async function listMessages(
  shop: Shop,
  input: AdminInput<'listMessages'>,
  staff: Pick<Staff, 'role' | 'username'>,
): Promise<AdminReply<'listMessages'>> {
  const limit = input.limit ?? rows
  const isOldestFirst = input.state === 'open' || input.state === 'mine'
  const { waitingSince, id } = contactMessages
  const order = isOldestFirst ? [asc(waitingSince), asc(id)] : [desc(waitingSince), desc(id)]
  const isAfter = input.cursor ? after(input.cursor, isOldestFirst) : undefined
  const isShown = and(...filters(shop, input, staff), isAfter) ?? sql`true`
  const search = input.search?.trim()
  // For a very common name, reads each match once and only the page a second time. "offset 0" keeps PostgreSQL from
  // merging the two queries.
  const page = sql`${id} = any(array(select ${id} from
    (select id, category, aside, waiting_since, done_at, snoozed_until, assignee from contact_messages f
      where ${matchesMessage(search ?? '', { isWithoutEmail: !seesEmails(staff.role) })} offset 0) contact_messages
    where ${isShown} order by ${sql.join(order, sql`, `)} limit ${limit + 1}))`
  const found = await shop.db
    .select()
    .from(contactMessages)
    .where(search ? page : isShown)
    .orderBy(...order)
    .limit(limit + 1)
  const shown = found.slice(0, limit)
  const dueAt = await answerClock(shop)
  return {
    messages: await threadRows(shop, shown, { dueAt, reader: staff.username }),
    ...(await countOpenMessages(shop, dueAt)),
    setAside: await countSetAside(shop),
    nextCursor: found.length > limit ? shown.at(-1)!.id : null,
  }
}

function filters(
  shop: Shop,
  { state, category }: AdminInput<'listMessages'>,
  { username }: Pick<Staff, 'username'>,
): (SQL | undefined)[] {
  const { doneAt, aside, snoozedUntil, assignee } = contactMessages
  const isHere = or(isNull(snoozedUntil), lte(snoozedUntil, shop.now()))
  const isOpen = and(isNull(doneAt), isNull(aside))
  const inState: Record<typeof state, SQL | undefined> = {
    open: and(isOpen, isHere),
    mine: and(isOpen, isHere, eq(assignee, username)),
    snoozed: and(isOpen, gt(snoozedUntil, shop.now())),
    done: and(isNotNull(doneAt), isNull(aside)),
    aside: isNotNull(aside),
    all: undefined,
  }
  return [inState[state], category ? eq(contactMessages.category, category) : undefined]
}

// The cursor is a row's id. The database looks up its instant, which a JavaScript date would cut to milliseconds.
function after(id: string, isOldestFirst: boolean): SQL {
  const { waitingSince } = contactMessages
  const place = sql`(select ${waitingSince}, ${contactMessages.id} from ${contactMessages} where ${contactMessages.id} = ${id}::uuid)`
  const here = sql`(${waitingSince}, ${contactMessages.id})`
  return isOldestFirst ? sql`${here} > ${place}` : sql`${here} < ${place}`
}

/** Conversations as list rows. @param reader the staff member looking: they aren't shown as the writer to themselves */
export async function threadRows(
  shop: Shop,
  page: ThreadRow[],
  { dueAt, reader }: { dueAt: Clock; reader: string },
): Promise<MessageRow[]> {
  const numbers = page.flatMap((row) => (row.orderNumber ? [row.orderNumber.toUpperCase()] : []))
  const known = numbers.length
    ? await shop.db
        .select({ id: orders.id, number: orders.orderNumber })
        .from(orders)
        .where(inArray(orders.orderNumber, numbers))
    : []
  const last = await lastWords(shop, page)
  return page.map((row) => ({
    ...{ id: row.id, name: row.name, email: row.email, subject: row.subject, orderNumber: row.orderNumber },
    message: splitQuote(last.get(row.id) ?? row.message)
      .said.replaceAll(/\s+/g, ' ')
      .slice(0, snippet),
    category: row.category as ContactCategory | null,
    orderId: known.find(({ number }) => number === row.orderNumber?.toUpperCase())?.id ?? null,
    origin: row.origin as MessageRow['origin'],
    verifiedBy: row.verifiedBy as MessageRow['verifiedBy'],
    aside: row.aside as MessageRow['aside'],
    createdAt: row.createdAt.toISOString(),
    waitingSince: row.waitingSince.toISOString(),
    dueAt: dueAt(row).toISOString(),
    isLate: isLate(shop, row, dueAt),
    answeredAt: row.answeredAt?.toISOString() ?? null,
    doneAt: row.doneAt?.toISOString() ?? null,
    snoozedUntil: row.snoozedUntil && row.snoozedUntil > shop.now() ? row.snoozedUntil.toISOString() : null,
    assignee: row.assignee,
    writer: otherWriter(shop, row, reader),
  }))
}

/** The other staff member who is writing an answer now, or null. */
export function otherWriter(
  shop: Shop,
  { writer, writerSeenAt }: Pick<ThreadRow, 'writer' | 'writerSeenAt'>,
  reader: string,
): string | null {
  const isFresh = writerSeenAt !== null && shop.now().getTime() - writerSeenAt.getTime() < writesFor
  return isFresh && writer !== reader ? writer : null
}

/** The latest message of each conversation that went on by email. */
async function lastWords(shop: Shop, page: ThreadRow[]): Promise<Map<string, string>> {
  const ids = page.filter(({ version }) => version > 0).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const rows = await shop.db
    .selectDistinctOn([inboundMails.messageId], {
      id: inboundMails.messageId,
      text: sql<string>`left(${inboundMails.text}, 600)`,
    })
    .from(inboundMails)
    .where(inArray(inboundMails.messageId, ids))
    .orderBy(inboundMails.messageId, desc(inboundMails.createdAt))
  return new Map(rows.map(({ id, text }) => [id, text]))
}
