import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { boxes, membershipPayments, memberships } from '../../db/schema.ts'
import { membershipStatus } from '../../db/states.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { nextCharge } from '../../domain/drop.ts'
import { landing } from '../../domain/drop-calendar.ts'
import { splitCents } from '../../domain/money.ts'
import { readPlan } from '../catalog/read-plans.ts'
import type { InvoiceState } from '../payments.ts'
import type { Shop } from '../shop.ts'
import { dropCalendar } from './drop-calendar.ts'
import { lockMembership, type Membership } from './find-membership.ts'
import { lastDrop } from './last-drop.ts'
import { shopDay } from './shop-day.ts'
import { tell } from './tell.ts'

/**
 * A paid renewal becomes a payment of its membership with the boxes that it bought, once for each bill (club.md "The
 * box ledger"). Money that came always counts, also for a membership that has ended meanwhile; only one that renews
 * becomes active by it.
 * @param putOffTo the day of the next charge where the owner's move has put it off (put-off-charge.ts)
 */
export async function recordRenewal(
  shop: Shop,
  membershipId: string,
  invoice: InvoiceState,
  putOffTo: CalendarDate | null,
) {
  const paidAt = invoice.paidAt ?? shop.now()
  await shop.db.transaction(async (tx) => {
    const membership = await lockMembership(tx, membershipId)
    const { months } = await readPlan(tx, membership.planId)
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
    const calendar = await dropCalendar(tx, shop.config.timeZone)
    // One belt a month: the drops go on after the last one that was bought.
    const { drops } = landing(calendar, shopDay(shop, paidAt), months, await lastDrop(tx, membershipId))
    await tx.insert(boxes).values(
      values.map((valueCents, index) => ({
        membershipId,
        personId: membership.personId,
        paymentId: payment.id,
        ordinal: index + 1,
        drop: drops[index]!,
        valueCents,
        size: membership.size,
      })),
    )
    await tx
      .update(memberships)
      .set(renewed(membership, putOffTo ?? periodEnd(shop, membership, invoice, months)))
      .where(eq(memberships.id, membershipId))
    await tell(tx, shop, { kind: 'renewal-receipt', fact: payment.id })
  })
  shop.wakeWorker()
}

function periodEnd(shop: Shop, { paidUntil }: Membership, { periodEndsAt }: InvoiceState, months: number) {
  return periodEndsAt ? shopDay(shop, periodEndsAt) : nextCharge(paidUntil, months)
}

function renewed(membership: Membership, end: CalendarDate) {
  // A bill that is seen late must not take back a charge that a skip has moved since.
  const paidUntil = end > membership.paidUntil ? end : membership.paidUntil
  return membership.status === 'past_due'
    ? { paidUntil, status: membershipStatus.to('active', memberships.status), pastDueSince: null }
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
