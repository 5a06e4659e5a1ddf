import { and, desc, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { boxState } from '../../db/schema/states.ts'
import { accountLinks, boxes, memberships, orderItems, orders, outbox } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { lockMembership, type Membership, personOf } from '../ledger/find-membership.ts'
import type { Shop } from '../shop/shop.ts'
import { boxesToHandOver, openHandoverOf } from './request-handover.ts'

/**
 * Checks that the gift's recipient can get another address: only before a belt is packed, because whoever reads the former
 * one may be someone else.
 * @throws ShopError 'not_possible' with the reason
 */
export async function requireCorrectable(
  db: Database | Transaction,
  shop: Shop,
  { id, isGift, memberEmail, theirsSince }: Membership,
  email: string,
): Promise<void> {
  const no = (sentence: string) => new ShopError('not_possible', sentence)
  if (!isGift || !memberEmail) throw no('This isn’t a gift with a recipient’s email.')
  if (email === memberEmail) throw no('The gift’s emails go to this address already.')
  if (await openHandoverOf(db, shop, id))
    throw no('Someone has been asked to take it over. Take that back first.')
  const hasLeft = and(eq(boxes.membershipId, id), or(isNotNull(boxes.packedAt), isNotNull(boxes.shippedAt)))
  if (theirsSince || (await db.$count(boxes, hasLeft)) > 0)
    throw no('A belt is packed or has shipped, so this can’t be corrected. Hand the gift over instead.')
}

/**
 * Gives a gift's recipient another email address, such as the right one if its giver mistyped it. Links that were emailed to
 * the former one stop working, and if the notice went there, it's sent again.
 * @throws ShopError as `requireCorrectable`
 */
export async function correctRecipient(
  shop: Shop,
  { membershipId, email }: { membershipId: string; email: string },
  note: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const locked = await lockMembership(tx, membershipId)
    await requireCorrectable(tx, shop, locked, email)
    const personId = await personOf(tx, email)
    await tx.update(memberships).set({ personId, memberEmail: email }).where(eq(memberships.id, membershipId))
    // Another history: belts are chosen anew, but a box that waits for something else goes on waiting.
    const waits = sql`coalesce(${boxes.holdReason} in ('dispute', 'size', 'address'), false)`
    await tx
      .update(boxes)
      .set({
        ...{ personId, productId: null, isChosen: false },
        holdReason: sql`case when ${waits} then ${boxes.holdReason} end`,
        state: sql`case when not ${waits} and ${boxes.state} in ${boxState.list('assigned', 'held')} then ${boxState.to('owed', boxes.state)} else ${boxes.state} end`,
      })
      .where(boxesToHandOver(membershipId))
    await tx.delete(accountLinks).where(eq(accountLinks.membershipId, membershipId))
    const ofItem = tx
      .select({ id: orderItems.orderId })
      .from(orderItems)
      .where(eq(orderItems.id, locked.orderItemId))
    await tx
      .update(orders)
      .set({ giftRecipientEmail: email })
      .where(
        and(
          sql`${orders.id} in ${ofItem}`,
          // Kept as its giver typed it.
          sql`lower(trim(${orders.giftRecipientEmail})) = ${locked.memberEmail}`,
        ),
      )
    await announceAgain(tx, shop, membershipId)
    await note(tx)
  })
  shop.wakeWorker()
}

async function announceAgain(tx: Transaction, shop: Shop, membershipId: string) {
  const isNotice = and(eq(outbox.subjectId, membershipId), eq(outbox.kind, 'gift-notice'))
  const [last] = await tx
    .select()
    .from(outbox)
    .where(isNotice)
    .orderBy(desc(outbox.copy))
    .limit(1)
    .for('update')
  if (!last) return
  const now = shop.now()
  const anew = { attempts: 0, lastError: null, runAt: now, dueAt: now, recipient: null }
  if (last.sentAt)
    await tx.insert(outbox).values({
      ...{ kind: last.kind, subjectId: membershipId, copy: last.copy + 1 },
      ...{ runAt: now, dueAt: now, createdAt: now },
    })
  else if (last.attempts > 0) await tx.update(outbox).set(anew).where(eq(outbox.id, last.id))
}
