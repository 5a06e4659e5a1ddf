import { and, asc, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import {
  boxes,
  boxFeedback,
  exchangePhotos,
  exchanges,
  handovers,
  memberships,
  orderItems,
  orders,
  parcels,
  people,
  products,
  reviews,
} from '../../../db/schema.ts'
import { unshippedStates } from '../../../domain/box.ts'
import type { CartItem } from '../../../domain/cart.ts'
import { normalizeEmail } from '../../../domain/email.ts'
import { openExchanges } from '../../../domain/exchange.ts'
import { isSecret } from '../../ledger/secret-gifts.ts'
import { rightsOf } from '../../members/own-membership.ts'
import type { Shop } from '../../shop/shop.ts'

/**
 * The boxes of an address's wearer: those of what they wear now, and those sent to them before a handover. After one, the
 * new member's exclude the former's.
 */
function boxesOf(db: Database | Transaction, { items }: Ties, email: string) {
  const worn = items.filter(({ isWearer }) => isWearer).map(({ membership }) => membership.id)
  const isNow = eq(boxes.personId, memberships.personId)
  return db
    .select({ id: boxes.id })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .innerJoin(people, eq(boxes.personId, people.id))
    .where(or(and(inArray(memberships.id, worn), isNow), and(eq(people.key, `email:${email}`), not(isNow))))
}

/** What the wearer sent back and said about their belts. */
export async function exchangesOf(db: Database | Transaction, ties: Ties, email: string) {
  const ofThem = inArray(boxes.id, boxesOf(db, ties, email))
  return {
    exchanges: await db
      .select({
        belt: products.name,
        kind: exchanges.kind,
        remedy: exchanges.remedy,
        state: exchanges.state,
        broken: exchanges.part,
        details: exchanges.details,
        answer: exchanges.answer,
        askedAt: exchanges.createdAt,
      })
      .from(exchanges)
      .innerJoin(boxes, eq(exchanges.boxId, boxes.id))
      .leftJoin(products, eq(boxes.productId, products.id))
      .where(ofThem)
      .orderBy(asc(exchanges.createdAt)),
    photos: await db
      .select({
        belt: products.name,
        sentAt: exchangePhotos.createdAt,
        picture: sql<string>`'data:image/webp;base64,' || encode(${exchangePhotos.content}, 'base64')`,
      })
      .from(exchangePhotos)
      .innerJoin(boxes, eq(exchangePhotos.boxId, boxes.id))
      .leftJoin(products, eq(boxes.productId, products.id))
      .where(ofThem)
      .orderBy(asc(exchangePhotos.createdAt)),
    packages: await db
      .select({
        belt: products.name,
        isReturn: sql<boolean>`${parcels.exchangeId} is not null`,
        carrier: parcels.carrier,
        trackingNumber: parcels.trackingNumber,
        where: parcels.track,
        lastScan: parcels.scannedAt,
      })
      .from(parcels)
      .innerJoin(boxes, eq(parcels.boxId, boxes.id))
      .leftJoin(products, eq(boxes.productId, products.id))
      .where(ofThem)
      .orderBy(asc(parcels.createdAt)),
    feedback: await db
      .select({ belt: products.name, fit: boxFeedback.fit, taste: boxFeedback.taste, at: boxFeedback.at })
      .from(boxFeedback)
      .innerJoin(boxes, eq(boxFeedback.boxId, boxes.id))
      .leftJoin(products, eq(boxes.productId, products.id))
      .where(ofThem)
      .orderBy(asc(boxFeedback.at)),
    reviews: await db
      .select({
        belt: products.name,
        stars: reviews.stars,
        text: reviews.text,
        name: reviews.name,
        place: reviews.place,
        state: reviews.state,
        writtenAt: reviews.writtenAt,
      })
      .from(reviews)
      .innerJoin(boxes, eq(reviews.boxId, boxes.id))
      .innerJoin(products, eq(reviews.productId, products.id))
      .where(ofThem)
      .orderBy(asc(reviews.writtenAt)),
  }
}

/** Whether an exchange of theirs is open, so that something is owed for it. */
export async function isSendingBack(tx: Database | Transaction, membershipIds: string[]): Promise<boolean> {
  if (membershipIds.length === 0) return false
  const open = await tx
    .select({ id: exchanges.id })
    .from(exchanges)
    .innerJoin(boxes, eq(exchanges.boxId, boxes.id))
    .where(and(inArray(boxes.membershipId, membershipIds), inArray(exchanges.state, openExchanges)))
    .limit(1)
  return open.length > 0
}

/**
 * Everything an address bought or wears, to which its data belongs. A gift its recipient doesn't know about belongs to
 * the giver alone until the notice: no refusal may mention it, no deletion may take it away (club-rules.md "The gift").
 */
export async function findPersonalRecords(db: Database | Transaction, shop: Shop, email: string) {
  const bought = await db.select().from(orders).where(isBoughtBy(email)).orderBy(asc(orders.createdAt))
  const orderIds = bought.map(({ id }) => id)
  const left = await db
    .select({ id: handovers.membershipId })
    .from(handovers)
    .where(and(eq(handovers.fromEmail, email), eq(handovers.state, 'done')))
  const leftIds = left.map(({ id }) => id)
  const rows = await db
    .select({ membership: memberships, item: orderItems })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(
      or(
        eq(memberships.memberEmail, email),
        eq(memberships.payerEmail, email),
        orderIds.length > 0 ? inArray(orderItems.orderId, orderIds) : undefined,
        leftIds.length > 0 ? inArray(memberships.id, leftIds) : undefined,
      ),
    )
    .orderBy(asc(memberships.createdAt))
  const known = rows.filter(
    ({ membership, item }) => orderIds.includes(item.orderId) || !isSecret(shop, membership, email),
  )
  return {
    orders: bought,
    items: known.map(({ membership, item }) => {
      const isBought = orderIds.includes(item.orderId)
      const isHandedOver = membership.theirsSince !== null
      const isPayer = membership.payerEmail === email || (isBought && !isHandedOver)
      const isWearer = rightsOf(membership, email).includes('preferences')
      // After a handover, the order belongs to its buyer and says nothing about the new member.
      const isOfOrder = isBought || !isHandedOver
      // The wearer a gift was bought for: it still names them, whoever wears it now.
      const { giftDetails } = (item.preferences ?? {}) as Partial<CartItem>
      const isFirstWearer = isHandedOver && normalizeEmail(giftDetails?.recipientEmail ?? '') === email
      return { membership, item, isPayer, isWearer, isOfOrder, isFirstWearer }
    }),
  }
}

// The database lowercases non-ASCII letters by its locale, if at all. Such an order is found through its memberships,
// whose payer the shop has lowercased.
function isBoughtBy(email: string): SQL {
  const { purchaserEmail } = orders
  return sql`(lower(trim(${purchaserEmail})) = ${email}
    or octet_length(${purchaserEmail}) > char_length(${purchaserEmail}) and exists (
      select 1 from ${memberships} m join ${orderItems} i on i.id = m.order_item_id
      where i.order_id = ${orders}.id and m.payer_email = ${email}))`
}

export type Ties = Awaited<ReturnType<typeof findPersonalRecords>>

/** The drops of boxes of these memberships that haven't shipped. */
export async function unshippedDrops(db: Database | Transaction, membershipIds: string[]): Promise<string[]> {
  if (membershipIds.length === 0) return []
  const rows = await db
    .selectDistinct({ drop: boxes.drop })
    .from(boxes)
    .where(and(inArray(boxes.membershipId, membershipIds), inArray(boxes.state, unshippedStates)))
    .orderBy(asc(boxes.drop))
  return rows.map(({ drop }) => drop)
}
