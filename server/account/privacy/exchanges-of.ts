import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { boxes, boxFeedback, exchanges, products, storeCredit } from '../../../db/schema.ts'
import { openExchanges } from '../../../domain/exchange.ts'
import type { Ties } from './find-ties.ts'

const worn = ({ items }: Ties) => items.filter(({ isWearer }) => isWearer).map(({ membership }) => membership)

/** What the wearer has sent back, said of their belts, and has as store credit. */
export async function exchangesOf(db: Database | Transaction, ties: Ties) {
  const memberships = worn(ties)
  if (memberships.length === 0) return { exchanges: [], feedback: [], storeCredit: [] }
  const ofThem = inArray(
    boxes.membershipId,
    memberships.map(({ id }) => id),
  )
  return {
    exchanges: await db
      .select({
        belt: products.name,
        kind: exchanges.kind,
        remedy: exchanges.remedy,
        state: exchanges.state,
        details: exchanges.details,
        askedAt: exchanges.createdAt,
      })
      .from(exchanges)
      .innerJoin(boxes, eq(exchanges.boxId, boxes.id))
      .leftJoin(products, eq(boxes.productId, products.id))
      .where(ofThem)
      .orderBy(asc(exchanges.createdAt)),
    feedback: await db
      .select({ belt: products.name, fit: boxFeedback.fit, taste: boxFeedback.taste, at: boxFeedback.at })
      .from(boxFeedback)
      .innerJoin(boxes, eq(boxFeedback.boxId, boxes.id))
      .leftJoin(products, eq(boxes.productId, products.id))
      .where(ofThem)
      .orderBy(asc(boxFeedback.at)),
    storeCredit: await db
      .select({ cents: storeCredit.amountCents, reason: storeCredit.reason, at: storeCredit.createdAt })
      .from(storeCredit)
      .where(
        inArray(
          storeCredit.personId,
          memberships.map(({ personId }) => personId),
        ),
      )
      .orderBy(asc(storeCredit.createdAt)),
  }
}

/** Whether a belt of theirs is on its way back, so that a remedy is owed for it. */
export async function isSendingBack(tx: Transaction, membershipIds: string[]): Promise<boolean> {
  if (membershipIds.length === 0) return false
  const open = await tx
    .select({ id: exchanges.id })
    .from(exchanges)
    .innerJoin(boxes, eq(exchanges.boxId, boxes.id))
    .where(and(inArray(boxes.membershipId, membershipIds), inArray(exchanges.state, openExchanges)))
    .limit(1)
  return open.length > 0
}
