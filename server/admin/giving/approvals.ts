import { and, desc, eq, lt } from 'drizzle-orm'
import { approvalState } from '../../../db/schema/states.ts'
import { approvals, users } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { keptSince } from '../../../domain/retention.ts'
import type { Shop } from '../../shop/shop.ts'
import { isWaiting } from '../../staff/give-away.ts'
import { audit, type Staff } from '../../staff/staff.ts'

/** What waits for an owner's consent, newest first. */
export async function listApprovals(shop: Shop): Promise<AdminReply<'listApprovals'>> {
  const rows = await shop.db
    .select()
    .from(approvals)
    .where(isWaiting(shop))
    .orderBy(desc(approvals.createdAt))
    .limit(100)
  return {
    approvals: rows.map(({ id, username, kind, amountCents, orderId, input, createdAt }) => ({
      ...{ id, username, kind, amountCents, orderId },
      reason: (input as { reason?: string }).reason ?? '',
      createdAt: createdAt.toISOString(),
    })),
  }
}

/**
 * Does what a staff member asked for, as they asked for it, or refuses it. Someone else than the asker has to agree.
 * @throws ShopError 'not_found', 'not_possible' if it was decided, or is one's own; and as the call that was asked for
 */
export async function decideApproval(
  shop: Shop,
  { approvalId, agrees }: AdminInput<'decideApproval'>,
  staff: Staff,
): Promise<AdminReply<'decideApproval'>> {
  const isIt = eq(approvals.id, approvalId)
  const [asked] = await shop.db.select().from(approvals).where(isIt)
  if (!asked) throw new ShopError('not_found', 'We can’t find this request. Reload the page.')
  if (asked.userId === staff.userId)
    throw new ShopError('not_possible', 'You asked for this yourself, so another owner has to agree.')
  const decided = agrees ? 'approved' : 'refused'
  const taken = await shop.db.transaction(async (tx) => {
    const [row] = await tx
      .update(approvals)
      .set({
        state: approvalState.to(decided, approvals.state),
        ...{ decidedBy: staff.username, decidedAt: shop.now() },
      })
      .where(and(isIt, eq(approvals.state, 'waiting')))
      .returning()
    if (row)
      await audit(tx, staff, shop.now(), {
        ...{ action: `giving.${decided}`, entity: 'approvals', entityId: approvalId },
        after: { amountCents: row.amountCents, kind: row.kind, for: row.username },
      })
    return row
  })
  if (!taken) throw new ShopError('not_possible', 'This has been decided already. Reload the page.')
  if (!agrees) return { success: true }
  try {
    const [asker] = await shop.db.select().from(users).where(eq(users.id, taken.userId))
    await staff.perform!(taken.call, taken.input, {
      ...{ userId: asker!.id, username: asker!.username, role: asker!.role, sessionId: staff.sessionId },
      ...{ address: staff.address, mustChangePassword: false, mustSetUpTwoStep: false },
      approvedBy: staff.username,
    })
  } catch (error) {
    await shop.db
      .update(approvals)
      .set({ state: approvalState.to('waiting', approvals.state) })
      .where(isIt)
    throw error
  }
  return { success: true }
}

/** Deletes old requests with what they carry. */
export async function pruneApprovals(shop: Shop): Promise<void> {
  await shop.db.delete(approvals).where(lt(approvals.createdAt, keptSince('requests', shop.now())))
}
