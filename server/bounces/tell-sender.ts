import { and, eq, gt, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { outbox } from '../../db/schema.ts'
import { subjectIdOf } from '../../domain/mail-subjects.ts'
import type { Shop } from '../shop/shop.ts'

type Returned = { mailId: string; kind: string; fact: string }

/**
 * Tells whoever had us write an email that it didn't arrive, once: a gift's giver, or a member who hands their membership
 * over.
 */
export async function tellSender(
  db: Database | Transaction,
  { now }: Pick<Shop, 'now'>,
  { mailId, kind, fact }: Returned,
) {
  const told =
    kind === 'gift-notice'
      ? { kind: 'gift-unreached', subjectId: subjectIdOf('gift-unreached', { membershipId: fact, mailId }) }
      : kind === 'handover-asked'
        ? {
            kind: 'handover-unreached',
            subjectId: subjectIdOf('handover-unreached', { handoverId: fact, mailId }),
          }
        : null
  if (!told) return
  const at = now()
  await db
    .insert(outbox)
    .values({ ...told, runAt: at, createdAt: at })
    .onConflictDoNothing()
}

/** Milliseconds for which an email that went to a mailbox that doesn't exist may be the one that came back. */
const lately = 7 * 24 * 60 * 60_000

/** The same if there is no such mailbox: a report may name another email than the one that someone had us write. */
export async function tellSenders(
  tx: Transaction,
  shop: Pick<Shop, 'now'>,
  returned: Returned,
  email: string | null,
) {
  await tellSender(tx, shop, returned)
  if (!email) return
  const others = await tx
    .select({ mailId: outbox.id, kind: outbox.kind, fact: outbox.subjectId })
    .from(outbox)
    .where(
      and(
        eq(outbox.recipient, email),
        inArray(outbox.kind, ['gift-notice', 'handover-asked']),
        gt(outbox.createdAt, new Date(shop.now().getTime() - lately)),
      ),
    )
  for (const other of others) await tellSender(tx, shop, other)
}
