import { desc, eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { disputeChanges } from '../../db/schema.ts'
import { asksShop, stageOf } from '../../domain/dispute.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { Shop } from '../shop/shop.ts'

const day = 24 * 60 * 60_000
/** Days before the bank's deadline on which the owner is reminded. */
const remindedBefore = [3, 1] as const

/**
 * Emails the owner the last status of a dispute, if the bank asks for something, or decided, or goes on after all; and reminds
 * them while an answer is due. Each status that asks has its own emails: an appeal has a deadline of its own.
 */
export async function tellOfDispute(tx: Transaction, shop: Shop, disputeId: string): Promise<void> {
  const [last, before] = await tx
    .select()
    .from(disputeChanges)
    .where(eq(disputeChanges.disputeId, disputeId))
    .orderBy(desc(disputeChanges.id))
    .limit(2)
  if (!last) return
  const state = stageOf(last.status)
  const asks = asksShop(last.status)
  if (before && stageOf(before.status) === state && !asks) return
  const changeId = `${last.id}`
  await enqueueMail(tx, shop, { kind: 'dispute', about: { disputeId, state, changeId } })
  if (!asks || !last.dueBy) return
  for (const days of remindedBefore) {
    const runAt = new Date(last.dueBy.getTime() - days * day)
    if (runAt <= shop.now()) continue
    const about = { disputeId, changeId, days: `${days}` as const }
    await enqueueMail(tx, shop, { kind: 'dispute-due', about, runAt })
  }
}
