import type { Database, Transaction } from '../../db/database.ts'
import { outbox } from '../../db/schema.ts'
import type { OutboxKind } from '../emails/renderers.ts'
import type { Shop } from '../shop/shop.ts'

/** A mail about a fact, once per fact and kind, in the transaction that makes the fact true. */
export async function enqueueMail(
  tx: Transaction | Database,
  shop: Shop,
  mail: { kind: OutboxKind; subjectId: string; runAt?: Date },
) {
  const now = shop.now()
  await tx
    .insert(outbox)
    .values({ kind: mail.kind, subjectId: mail.subjectId, runAt: mail.runAt ?? now, createdAt: now })
    .onConflictDoNothing()
}
