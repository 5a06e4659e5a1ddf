import { and, desc, eq } from 'drizzle-orm'
import { outbox } from '../../db/schema.ts'
import { type MailPayload, type PayloadKind, parsePayload } from '../../domain/mail-payloads.ts'
import type { Shop } from '../shop/shop.ts'

type QueuedMail<Kind extends PayloadKind> = MailPayload<Kind> & { queuedAt: Date }

/**
 * What an email's outbox row carries, and since when: its last copy, if it was sent again. Null if it was emptied, because
 * its reader had their data deleted.
 */
export async function queuedMail<Kind extends PayloadKind>(
  shop: Shop,
  kind: Kind,
  subjectId: string,
): Promise<QueuedMail<Kind> | null> {
  const [row] = await shop.db
    .select({ payload: outbox.payload, queuedAt: outbox.createdAt })
    .from(outbox)
    .where(and(eq(outbox.kind, kind), eq(outbox.subjectId, subjectId)))
    .orderBy(desc(outbox.copy))
    .limit(1)
  if (!row || Object.keys(row.payload as object).length === 0) return null
  return { ...parsePayload(kind, row.payload), queuedAt: row.queuedAt }
}

export const readerIsGone = { droppedBecause: 'its reader had their data deleted' }
