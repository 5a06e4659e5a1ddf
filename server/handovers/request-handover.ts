import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { handoverState } from '../../db/schema/states.ts'
import { boxes, exchanges, handovers } from '../../db/schema.ts'
import { unpackedStates } from '../../domain/box.ts'
import { addDays, instantAt } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { openExchanges } from '../../domain/exchange.ts'
import { handoverDays, openHandovers } from '../../domain/handover.ts'
import { isDisputed } from '../ledger/disputes.ts'
import { type Membership, wearerEmail } from '../ledger/find-membership.ts'
import { announcedAt } from '../ledger/secret-gifts.ts'
import { mailedTerms } from '../memberships/sync-subscription.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import type { Handover } from './handover-link.ts'

/** Boxes that go to the new person: every box that isn't packed. */
export function boxesToHandOver(membershipId: string) {
  return and(
    eq(boxes.membershipId, membershipId),
    inArray(boxes.state, unpackedStates),
    isNull(boxes.packedAt),
  )
}

/** Whether the next term will be charged to a card, so that the new person must give one. */
export function needsCard({ renews, status, stripeSubscriptionId }: Membership): boolean {
  return renews && status === 'active' && stripeSubscriptionId !== null
}

/**
 * Checks that a membership can be handed over now, and to this mailbox.
 * @throws ShopError 'not_possible' with the reason
 */
export async function requireMovable(shop: Shop, membership: Membership, toEmail: string): Promise<void> {
  const { id, status, isGift, noticeOn, renews, paidUntil } = membership
  const no = (sentence: string) => new ShopError('not_possible', sentence)
  if (status === 'ended') throw no('This membership has ended, so there’s nothing to hand over.')
  if (status === 'past_due')
    throw no('The last renewal couldn’t be charged. It has to be paid, or canceled, before it’s handed over.')
  if (renews && !membership.stripeSubscriptionId)
    throw no('Its renewal is still being set up. Try again in a few minutes.')
  if (renews && paidUntil <= shopDay(shop))
    throw no(
      membership.providerTerms === mailedTerms
        ? 'Its renewal isn’t paid yet. It has to be paid, or canceled, before it’s handed over.'
        : 'This membership is being charged right now. Try again in an hour.',
    )
  if (toEmail === wearerEmail(membership)) throw no('It’s already theirs. Type someone else’s email.')
  const told = isGift ? announcedAt(shop, noticeOn) : null
  if (told && told > shop.now())
    throw no(
      'Its recipient doesn’t know about this gift yet. Wait for the day they’re told, or ask its giver.',
    )
  if (await isDisputed(shop, id))
    throw no('The bank is looking into one of its payments. Wait until that’s decided.')
  const [open] = await shop.db
    .select({ id: exchanges.id })
    .from(exchanges)
    .innerJoin(boxes, eq(exchanges.boxId, boxes.id))
    .where(and(eq(boxes.membershipId, id), inArray(exchanges.state, openExchanges)))
    .limit(1)
  if (open) throw no('One of its belts is being exchanged. Finish that first, under Exchanges.')
  const packed = and(eq(boxes.membershipId, id), eq(boxes.state, 'packed'))
  if ((await shop.db.$count(boxes, packed)) > 0)
    throw no('A belt is packed and about to ship. Try again once it has left, in a few days.')
}

/** The handover waiting for the new person, or null. */
export async function openHandoverOf(
  db: Shop['db'] | Transaction,
  shop: Shop,
  membershipId: string,
): Promise<Handover | null> {
  const [row] = await db
    .select()
    .from(handovers)
    .where(and(eq(handovers.membershipId, membershipId), inArray(handovers.state, [...openHandovers])))
  return row && row.expiresAt > shop.now() ? row : null
}

/**
 * Asks someone to take over a membership; nothing changes until they accept. An expired request makes room for a new one.
 * Sending the same form twice asks once.
 * @throws ShopError 'not_possible' as `requireMovable`, and while someone else is asked
 */
export async function requestHandover(
  shop: Shop,
  membership: Membership,
  asked: { id: string; email: string; name: string; username: string },
  alongside: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await requireMovable(shop, membership, asked.email)
  const { id, email: toEmail, name: toName, username } = asked
  await shop.db.transaction(async (tx) => {
    const isIts = eq(handovers.membershipId, membership.id)
    await tx
      .update(handovers)
      .set({ state: handoverState.to('withdrawn', handovers.state) })
      .where(
        and(
          isIts,
          inArray(handovers.state, [...openHandovers]),
          sql`${handovers.expiresAt} <= ${shop.now().toISOString()}::timestamptz`,
        ),
      )
    const [made] = await tx
      .insert(handovers)
      .values({
        ...{ id, membershipId: membership.id, toEmail, toName, username },
        fromEmail: membership.isGift ? membership.memberEmail : membership.payerEmail,
        expiresAt: instantAt(addDays(shopDay(shop), handoverDays + 1), 0, shop.config.timeZone),
        createdAt: shop.now(),
      })
      .onConflictDoNothing()
      .returning({ id: handovers.id })
    if (made) {
      await enqueueMail(tx, shop, { kind: 'handover-asked', about: { handoverId: id } })
      return alongside(tx)
    }
    const [same] = await tx.select().from(handovers).where(eq(handovers.id, id))
    if (same) return
    const waiting = await openHandoverOf(tx, shop, membership.id)
    throw new ShopError(
      'not_possible',
      `${waiting?.toEmail ?? 'Someone'} has already been asked. Take that back first, or wait for their answer.`,
    )
  })
}

/**
 * Withdraws the request: its link stops working.
 * @throws ShopError 'not_possible' if nobody is asked, or a card was already given and the handover is about to finish
 */
export async function withdrawHandover(shop: Shop, membershipId: string): Promise<void> {
  const open = await openHandoverOf(shop.db, shop, membershipId)
  if (!open)
    throw new ShopError('not_possible', 'No one’s been asked to take it over. Look at the membership again.')
  // Someone who is asked to agree to other terms hasn't accepted.
  const hasAgreed = open.intentId && open.choice?.consent
  if (hasAgreed && (await shop.payments.fetch(open.intentId!))?.status === 'succeeded')
    throw new ShopError('not_possible', `${open.toEmail} has given their card: it’s being handed over.`)
  await shop.db
    .update(handovers)
    .set({ state: handoverState.to('withdrawn', handovers.state) })
    .where(and(eq(handovers.id, open.id), inArray(handovers.state, [...openHandovers])))
}
