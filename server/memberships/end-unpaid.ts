import { and, eq, lte } from 'drizzle-orm'
import { memberships } from '../../db/schema.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { findMembership, lockMembership, type Membership } from '../ledger/find-membership.ts'
import { shopDay } from '../ledger/shop-day.ts'
import type { Shop } from '../shop/shop.ts'
import { endMembership } from './end-membership.ts'
import { reconcileMembership } from './reconcile-membership.ts'
import { isDisputed } from './sync-card.ts'

/** Days after a failed renewal until its membership ends (club-rules.md "Renewal law"). */
export const unpaidDays = 21

/** Ends every membership that has been past due for 21 days; paid boxes still ship. Returns how many ended. */
export async function endUnpaid(shop: Shop): Promise<number> {
  const due = await shop.db
    .select()
    .from(memberships)
    .where(
      and(
        eq(memberships.status, 'past_due'),
        lte(memberships.pastDueSince, addDays(shopDay(shop), -unpaidDays)),
      ),
    )
  let ended = 0
  for (const membership of due) {
    try {
      if (await endOne(shop, membership)) ended++
    } catch (error) {
      shop.log.error({ error, membershipId: membership.id }, 'an unpaid membership could not be ended')
    }
  }
  if (ended > 0) shop.wakeWorker()
  return ended
}

// The provider is updated first: after a crash in between, the row is still past due, so the next run retries, and the
// provider's event does the same. In the other order, a membership that has ended here could still be charged.
async function endOne(shop: Shop, { id, stripeSubscriptionId }: Membership): Promise<boolean> {
  if (stripeSubscriptionId) await payAfterAll(shop, id, stripeSubscriptionId)
  if ((await findMembership(shop, id)).status !== 'past_due') return false
  if (stripeSubscriptionId) await shop.payments.endSubscription(stripeSubscriptionId)
  return shop.db.transaction(async (tx) => {
    const locked = await lockMembership(tx, id)
    if (locked.status !== 'past_due') return false
    await endMembership(tx, shop, locked)
    return true
  })
}

// The renewal may have been paid without our hearing of it. Or the card was changed after the provider's last attempt: our
// emails promise another attempt in that case.
async function payAfterAll(shop: Shop, id: string, subscriptionId: string) {
  await reconcileMembership(shop, id)
  if ((await findMembership(shop, id)).status !== 'past_due') return
  const bills = await shop.payments.invoicesOf(subscriptionId)
  const open = bills.find((bill) => bill.status === 'open' && bill.reason === 'renewal')
  if (!open || (await isDisputed(shop, id))) return
  await shop.payments.retryCharge(open.invoiceId)
  await reconcileMembership(shop, id)
}
