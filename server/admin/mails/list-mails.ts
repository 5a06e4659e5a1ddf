import { and, count, desc, eq, gt, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { outbox } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { mailStates } from '../../../domain/admin/mail-calls.ts'
import { renderers } from '../../outbox/renderers.ts'
import type { Shop } from '../../shop.ts'

const rows = 50

export type MailState = (typeof mailStates)[number]
type Row = typeof outbox.$inferSelect

/** Every mail that went out or waits, newest first. */
export async function listMails(
  shop: Shop,
  input: AdminInput<'listMails'>,
): Promise<AdminReply<'listMails'>> {
  const limit = input.limit ?? rows
  const place = sql`(select ${outbox.createdAt}, ${outbox.id} from ${outbox} where ${outbox.id} = ${input.cursor}::uuid)`
  const found = await shop.db
    .select()
    .from(outbox)
    .where(
      and(
        input.state ? isIn(input.state, shop.now()) : undefined,
        input.kind ? eq(outbox.kind, input.kind) : undefined,
        input.cursor ? sql`(${outbox.createdAt}, ${outbox.id}) < ${place}` : undefined,
      ),
    )
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(limit + 1)
  const page = found.slice(0, limit)
  const numberOf = async (state: MailState) => {
    const [row] = await shop.db.select({ number: count() }).from(outbox).where(isIn(state, shop.now()))
    return row?.number ?? 0
  }
  return {
    mails: page.map((row) => mailView(row, shop.now())),
    kinds: Object.keys(renderers).sort(),
    due: await numberOf('due'),
    failed: await numberOf('failed'),
    givenUp: await numberOf('given-up'),
    nextCursor: found.length > limit ? page.at(-1)!.id : null,
  }
}

/** A row of the outbox as the desk shows it. */
export function mailView(row: Row, now: Date) {
  const { id, kind, fact, attempts } = row
  return {
    id,
    kind,
    fact,
    state: stateOf(row, now),
    createdAt: row.createdAt.toISOString(),
    runAt: row.runAt.toISOString(),
    sentAt: row.droppedBecause === null ? (row.sentAt?.toISOString() ?? null) : null,
    attempts,
    problem: [row.droppedBecause, row.lastError].filter(Boolean).join(' ') || null,
  }
}

function stateOf(row: Row, now: Date): MailState {
  if (row.droppedBecause !== null) return row.lastError === null ? 'dropped' : 'given-up'
  if (row.sentAt !== null) return 'sent'
  if (row.lastError !== null) return 'failed'
  return row.runAt <= now ? 'due' : 'later'
}

function isIn(state: MailState, now: Date): SQL | undefined {
  const waits = isNull(outbox.sentAt)
  switch (state) {
    case 'dropped':
      return and(isNotNull(outbox.droppedBecause), isNull(outbox.lastError))
    case 'given-up':
      return and(isNotNull(outbox.droppedBecause), isNotNull(outbox.lastError))
    case 'sent':
      return and(isNotNull(outbox.sentAt), isNull(outbox.droppedBecause))
    case 'failed':
      return and(waits, isNotNull(outbox.lastError))
    case 'due':
      return and(waits, isNull(outbox.lastError), lte(outbox.runAt, now))
    case 'later':
      return and(waits, isNull(outbox.lastError), gt(outbox.runAt, now))
  }
}
