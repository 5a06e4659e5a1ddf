import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { auditLog, type exchanges } from '../../db/schema.ts'
import { staysAway } from '../../domain/exchange.ts'
import type { GivenKind } from '../../domain/giving.ts'
import { orderOf } from '../ledger/find-membership.ts'
import { worthOfBelts } from '../memberships/worth-of-belts.ts'
import type { Shop } from '../shop/shop.ts'
import { giveAway } from '../staff/give-away.ts'
import type { Staff } from '../staff/staff.ts'
import { isAnotherClaim } from './earlier-claims.ts'
import { findBox, paidBox } from './sent-box.ts'

type Exchange = typeof exchanges.$inferSelect

const kindOf: Record<Exchange['remedy'], GivenKind | null> = {
  replacement: 'replacement',
  refund: 'refund',
  credit: 'credit',
  // The same belt goes home.
  repair: null,
}

/** What an exchange is worth that staff give on their own word. @throws ShopError as `giveAway` */
async function give(tx: Transaction, shop: Shop, staff: Staff, { boxId, remedy }: Exchange): Promise<number> {
  const kind = kindOf[remedy]
  if (!kind) return 0
  const { box, membership } = await findBox(tx, boxId)
  const { valueCents } = await paidBox(tx, box)
  const amountCents = valueCents || (await worthOfBelts(tx, membership, 1))
  const orderId = await orderOf(tx, membership)
  await giveAway(tx, shop, staff, { kind, amountCents, orderId })
  return amountCents
}

/**
 * An exchange that staff start counts as given away if its member couldn't have had it by their own call: late, a second
 * claim, another remedy, or a belt that isn't overdue (docs/decisions/142).
 * @returns integer cents that count
 */
export async function chargeStart(
  tx: Transaction,
  shop: Shop,
  staff: Staff,
  { made, isTheirs }: { made: Exchange; isTheirs: boolean },
): Promise<number> {
  return isTheirs ? 0 : give(tx, shop, staff, made)
}

/** What staff decide for a claim that isn't the first counts as given away. */
export async function chargeDecision(
  tx: Transaction,
  shop: Shop,
  staff: Staff,
  decided: Exchange,
): Promise<void> {
  const { box, membership } = await findBox(tx, decided.boxId)
  if (staysAway.includes(decided.kind) && (await isAnotherClaim(tx, membership, box, decided.id)))
    await give(tx, shop, staff, decided)
}

/**
 * Money for a return that rests on the word of one staff member alone, who asked for it and says that the belt is back, counts
 * as given away. The carrier's scan, the member's own request, or a colleague who received it is a second word.
 */
export async function chargeReturn(
  tx: Transaction,
  shop: Shop,
  staff: Staff,
  given: Exchange,
): Promise<void> {
  if (given.askedBy !== 'owner') return
  const ofThem = await tx
    .select({ action: auditLog.action, after: auditLog.after })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entity, 'exchanges'),
        eq(auditLog.entityId, given.id),
        eq(auditLog.userId, staff.userId),
        sql`${auditLog.action} in ('exchange.start', 'exchange.receive')`,
      ),
    )
  const start = ofThem.find(({ action }) => action === 'exchange.start')
  const counted = (start?.after as { givenCents?: number } | undefined)?.givenCents ?? 0
  const isTheirWord = start && ofThem.some(({ action }) => action === 'exchange.receive')
  if (isTheirWord && counted === 0) await give(tx, shop, staff, given)
}
