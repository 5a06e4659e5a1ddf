import { and, desc, eq, inArray, notInArray } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { boxes, exchanges, membershipPayments, memberships } from '../../db/schema.ts'
import { sentStates } from '../../domain/box.ts'
import { ShopError } from '../../domain/errors.ts'
import {
  arrivalDay,
  lastReturnDay,
  lastWarrantyDay,
  mayGoBack,
  openExchanges,
  promisedArrival,
  type SentDays,
  undoneExchanges,
} from '../../domain/exchange.ts'
import { type Shop, shopDay } from '../shop/shop.ts'

export type Box = typeof boxes.$inferSelect
export type Membership = typeof memberships.$inferSelect

/**
 * A box with its membership.
 * @throws ShopError 'not_found'
 */
export async function findBox(db: Database | Transaction, boxId: string) {
  const [row] = await db
    .select({ box: boxes, membership: memberships })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .where(eq(boxes.id, boxId))
  if (!row) throw new ShopError('not_found', 'We can’t find that belt. Reload the page.')
  return row
}

/** Its shipping and delivery days, in the shop's time zone. */
function sentDays(shop: Shop, box: Pick<Box, 'shippedAt' | 'deliveredAt'>): SentDays {
  return {
    shippedOn: box.shippedAt && shopDay(shop, box.shippedAt),
    deliveredOn: box.deliveredAt && shopDay(shop, box.deliveredAt),
  }
}

/** Last day a sent box may be returned; null if it isn't sent. */
export function returnableUntil(shop: Shop, box: Box) {
  return sentStates.includes(box.state) ? lastReturnDay(sentDays(shop, box)) : null
}

/** Last day a sent box is under warranty; null if it isn't sent. */
export function warrantyUntil(shop: Shop, box: Box) {
  return sentStates.includes(box.state) ? lastWarrantyDay(sentDays(shop, box)) : null
}

/** The day it arrived or must have arrived, in the shop's time zone; null before it was sent. */
export function arrivedOn(shop: Shop, box: Pick<Box, 'shippedAt' | 'deliveredAt'>) {
  return arrivalDay(sentDays(shop, box))
}

/**
 * Whether its member may report that it never came: after the promised day; right away if the carrier reports it lost or
 * returned; and if the carrier says it arrived, as long as it could be returned.
 */
export function mayBeLost(shop: Shop, box: Box): boolean {
  const { shippedOn, deliveredOn } = sentDays(shop, box)
  const today = shopDay(shop)
  if (box.state === 'shipped' && shippedOn)
    return box.trouble === 'lost' || box.trouble === 'returned' || today > promisedArrival(shippedOn)
  if (box.state !== 'delivered' || !deliveredOn) return false
  return box.trouble === 'returned' || mayGoBack({ shippedOn, deliveredOn }, today)
}

/** The box's exchange that wasn't undone, if there is one. */
export async function exchangeOf(db: Database | Transaction, boxId: string) {
  const [row] = await db
    .select()
    .from(exchanges)
    .where(and(eq(exchanges.boxId, boxId), notInArray(exchanges.state, [...undoneExchanges])))
  return row
}

/**
 * The box whose payment bought this one: itself, or for a replacement the first box of its chain. Its value is what is
 * refunded or credited.
 */
export async function paidBox(tx: Database | Transaction, box: Box): Promise<Box> {
  let paid = box
  while (paid.kind === 'replacement') {
    const [row] = await tx
      .select({ box: boxes })
      .from(exchanges)
      .innerJoin(boxes, eq(exchanges.boxId, boxes.id))
      .where(eq(exchanges.replacementBoxId, paid.id))
    if (!row) throw new Error(`replacement ${paid.id} replaces nothing`)
    paid = row.box
  }
  return paid
}

/** Whether the bank is looking into the payment behind a belt, or has given it back; null: neither. */
export async function disputeOf(db: Database | Transaction, box: Box) {
  const { paymentId } = await paidBox(db, box)
  if (!paymentId) return null
  const isIts = eq(membershipPayments.id, paymentId)
  const [payment] = await db
    .select({ dispute: membershipPayments.dispute })
    .from(membershipPayments)
    .where(isIts)
  return payment?.dispute ?? null
}

/** Whether the money to be given for a belt waits until the bank has decided about its payment (docs/decisions/046). */
export async function waitsForBank(
  db: Database | Transaction,
  { state, remedy }: Pick<typeof exchanges.$inferSelect, 'state' | 'remedy'>,
  box: Box,
): Promise<boolean> {
  const isDue = state !== 'claimed' && openExchanges.includes(state)
  return isDue && (remedy === 'refund' || remedy === 'credit') && (await disputeOf(db, box)) === 'open'
}

/** The highest replacement number of a membership; replacements are numbered separately. */
export async function lastReplacement(tx: Transaction, membershipId: string): Promise<number> {
  const [last] = await tx
    .select({ ordinal: boxes.ordinal })
    .from(boxes)
    .where(and(eq(boxes.membershipId, membershipId), inArray(boxes.kind, ['replacement'])))
    .orderBy(desc(boxes.ordinal))
    .limit(1)
  return last?.ordinal ?? 0
}
