import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { boxes, exchanges, memberships, orderItems, orders, parcels } from '../../db/schema.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import {
  comesBack,
  type ExchangeKind,
  type ExchangeRemedy,
  type ExchangeState,
  returnNumber,
} from '../../domain/exchange.ts'
import { asSentTo, nameForGiver } from '../ledger/find-membership.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { beltNames } from './other-belts.ts'

/** What emails about an exchange know. No amounts, because a gift's recipient reads them too. */
export type ExchangeView = {
  to: string
  /** the wearer */
  recipientName: string
  orderNumber: string
  /** "R-7F3A9C21" */
  number: string
  kind: ExchangeKind
  remedy: ExchangeRemedy
  /** "Derby Row, size 36"; empty until someone records which belt it is */
  belt: string
  /** the replacement, in the same form */
  wanted: string
  /** the belt must come back before anything else happens */
  comesBack: boolean
  /** the last day to send it */
  sendBy: CalendarDate
  trackingNumber: string
  /** the prepaid label: a PDF, and maybe a code that post offices scan; null: not there yet */
  label: { hasCode: boolean } | null
  /** the admin's reason for declining a claim */
  answer: string
  /** the reader is a gift's recipient: no links to prices */
  isGift: boolean
}

/**
 * An exchange as its emails describe it, and its state.
 * @param reader who gets the email; absent: the payer for a refund, otherwise the wearer
 * @throws Error if it's gone or has no one to tell, so that the outbox keeps the row and shows it
 */
export async function loadExchangeView(
  shop: Shop,
  exchangeId: string,
  reader?: ExchangeReader,
): Promise<{ view: ExchangeView; state: ExchangeState }> {
  const [row] = await shop.db
    .select({ exchange: exchanges, box: boxes, membership: memberships, order: orders })
    .from(exchanges)
    .innerJoin(boxes, eq(exchanges.boxId, boxes.id))
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(eq(exchanges.id, exchangeId))
  if (!row) throw new Error(`exchange ${exchangeId} is gone`)
  const { exchange, box, order } = row
  const membership = await asSentTo(shop.db, box, row.membership)
  const [sent] = exchange.replacementBoxId
    ? await shop.db.select().from(boxes).where(eq(boxes.id, exchange.replacementBoxId))
    : []
  // Money questions go to the giver, taste questions to the member (club-rules.md "Words").
  const isPayers = membership.memberEmail === null || isPayersQuestion(exchange, membership, reader)
  const to = isPayers ? membership.payerEmail : membership.memberEmail
  if (!to) throw new Error(`exchange ${exchangeId} has nobody to enqueueMail`)
  const names = await beltNames(
    shop.db,
    [box.productId, exchange.wantedProductId].filter((id) => id !== null),
  )
  const kind = exchange.kind
  return {
    state: exchange.state,
    view: {
      to,
      recipientName:
        isPayers && membership.isGift ? nameForGiver(membership) : (membership.address.fullName ?? ''),
      orderNumber: order.orderNumber,
      number: returnNumber(exchange.id),
      kind,
      remedy: exchange.remedy,
      belt: beltLabel(names, box.productId, box.size),
      wanted: beltLabel(names, exchange.wantedProductId, exchange.wantedSize),
      comesBack: comesBack({ kind, remedy: exchange.remedy }),
      sendBy: addDays(shopDay(shop, exchange.expiresAt), -1),
      trackingNumber: sent?.trackingNumber ?? exchange.trackingNumber,
      label: await labelOf(shop, exchange.id),
      answer: exchange.answer,
      isGift: membership.isGift && !isPayers,
    },
  }
}

/** Who gets an email about an exchange. 'claimant': the giver if they asked for a gift's refund, otherwise the wearer. */
export type ExchangeReader = 'payer' | 'wearer' | 'claimant'

function isPayersQuestion(
  { remedy, wish }: Pick<typeof exchanges.$inferSelect, 'remedy' | 'wish'>,
  { isGift }: Pick<typeof memberships.$inferSelect, 'isGift'>,
  reader: ExchangeReader | undefined,
): boolean {
  if (reader === undefined) return remedy === 'refund'
  // Only the giver of a gift may ask for the money.
  return reader === 'payer' || (reader === 'claimant' && isGift && wish === 'refund')
}

async function labelOf(shop: Shop, exchangeId: string): Promise<ExchangeView['label']> {
  const [found] = await shop.db
    .select({ hasCode: sql<boolean>`${parcels.qr} is not null` })
    .from(parcels)
    .where(and(eq(parcels.exchangeId, exchangeId), eq(parcels.label, 'bought'), isNotNull(parcels.pdf)))
  return found ?? null
}

function beltLabel(names: Map<string, string>, id: string | null, size: string | null): string {
  const name = id && names.get(id)
  return name ? [name, ...(size ? [`size ${size}`] : [])].join(', ') : ''
}

/** The line that says why someone gets an email about an exchange. */
export function exchangeReason({ isGift }: Pick<ExchangeView, 'isGift'>): string {
  return isGift
    ? 'You’re getting this email because you asked to return or exchange a belt someone gave you.'
    : 'You’re getting this email because you asked to return or exchange a belt.'
}
