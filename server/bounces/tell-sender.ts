import type { Database, Transaction } from '../../db/database.ts'
import { outbox } from '../../db/schema.ts'
import { subjectIdOf } from '../../domain/mail-subjects.ts'
import type { Shop } from '../shop/shop.ts'

/**
 * Tells whoever had us write an email that it didn't arrive, once: a gift's giver, or a member who hands their membership
 * over.
 */
export async function tellSender(
  db: Database | Transaction,
  { now }: Pick<Shop, 'now'>,
  { mailId, kind, fact }: { mailId: string; kind: string; fact: string },
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
