import { and, desc, eq, notInArray } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { boxes, membershipPayments, memberships } from '../../db/schema.ts'
import { addDrops, type Drop, firstDrop, nextCharge } from '../../domain/drop.ts'
import { splitCents } from '../../domain/money.ts'
import { findPlan } from '../../domain/plan.ts'
import type { InvoiceState } from '../payments.ts'
import type { Shop } from '../shop.ts'
import { voidStates } from './box-states.ts'
import { lockMembership, type Membership } from './find-membership.ts'
import { shopDay } from './shop-day.ts'
import { tell } from './tell.ts'

/**
 * A paid renewal becomes a payment of its membership with the boxes that it bought, once for each bill (club.md "The
 * box ledger"). Money that came always counts, also for a membership that has ended meanwhile; only one that renews
 * becomes active by it.
 */
export async function recordRenewal(shop: Shop, membershipId: string, invoice: InvoiceState) {
  const paidAt = invoice.paidAt ?? shop.now()
  await shop.db.transaction(async (tx) => {
    const membership = await lockMembership(tx, membershipId)
    const months = findPlan(membership.planId)?.months
    if (!months) throw new Error(`unknown plan ${membership.planId}`)
    if (await isFirstPayment(tx, membershipId, invoice)) return
    const [payment] = await tx
      .insert(membershipPayments)
      .values({
        membershipId,
        reference: invoice.invoiceId,
        intentId: invoice.intentId,
        amountCents: invoice.amountCents,
        taxCents: invoice.taxCents,
        boxCount: months,
        paidAt,
      })
      .onConflictDoNothing()
      .returning({ id: membershipPayments.id })
    if (!payment) return
    const values = splitCents(invoice.amountCents, months)
    const first = await nextFreeDrop(tx, membershipId, firstDrop(shopDay(shop, paidAt)))
    await tx.insert(boxes).values(
      values.map((valueCents, index) => ({
        membershipId,
        personId: membership.personId,
        paymentId: payment.id,
        ordinal: index + 1,
        drop: addDrops(first, index),
        valueCents,
        size: membership.size,
      })),
    )
    await tx
      .update(memberships)
      .set(renewed(shop, membership, invoice, months))
      .where(eq(memberships.id, membershipId))
    await tell(tx, shop, { kind: 'renewal-receipt', fact: payment.id })
  })
  shop.wakeWorker()
}

function renewed(shop: Shop, membership: Membership, invoice: InvoiceState, months: number) {
  const end = invoice.periodEndsAt
    ? shopDay(shop, invoice.periodEndsAt)
    : nextCharge(membership.paidUntil, months)
  // A bill that is seen late must not take back a charge that a skip has moved since.
  const paidUntil = end > membership.paidUntil ? end : membership.paidUntil
  return membership.status === 'past_due'
    ? { paidUntil, status: 'active', pastDueSince: null }
    : { paidUntil, pastDueSince: null }
}

// The checkout's own payment is in the ledger already, by its intent.
async function isFirstPayment(
  tx: Transaction,
  membershipId: string,
  invoice: InvoiceState,
): Promise<boolean> {
  if (!invoice.intentId) return false
  const known = await tx
    .select({ reference: membershipPayments.reference })
    .from(membershipPayments)
    .where(
      and(
        eq(membershipPayments.membershipId, membershipId),
        eq(membershipPayments.intentId, invoice.intentId),
      ),
    )
  return known.some((row) => row.reference !== invoice.invoiceId)
}

// One belt a month: the drops go on after the last one that was bought and still counts.
async function nextFreeDrop(tx: Transaction, membershipId: string, earliest: Drop): Promise<Drop> {
  const [last] = await tx
    .select({ drop: boxes.drop })
    .from(boxes)
    .where(
      and(eq(boxes.membershipId, membershipId), eq(boxes.kind, 'owed'), notInArray(boxes.state, voidStates)),
    )
    .orderBy(desc(boxes.drop))
    .limit(1)
  const after = last ? addDrops(last.drop, 1) : earliest
  return after > earliest ? after : earliest
}
