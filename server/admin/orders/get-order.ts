import { asc, eq, inArray, sql } from 'drizzle-orm'
import { auditLog, orderNotes, outbox } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { exchangeEvents, exchangesOf } from './exchange-events.ts'
import { orderClub } from './order-club.ts'
import { orderHistory } from './order-history.ts'
import { orderViewOf } from './order-rows.ts'

/** An order with its payments, memberships, boxes, mails, notes and history. @throws ShopError 'not_found' */
export async function getOrder(
  shop: Shop,
  { orderId }: AdminInput<'getOrder'>,
): Promise<AdminReply<'getOrder'>> {
  const { db } = shop
  const order = await orderViewOf(db, orderId)
  const club = await orderClub(shop, orderId)
  // A mail's fact begins with the id of what it is about.
  const about = [orderId, ...[...club.memberships, ...club.payments, ...club.refunds].map(({ id }) => id)]
  const mails = await db
    .select()
    .from(outbox)
    .where(inArray(sql`left(${outbox.fact}, 36)`, about))
    .orderBy(asc(outbox.createdAt), asc(outbox.id))
  const notes = await db
    .select()
    .from(orderNotes)
    .where(eq(orderNotes.orderId, orderId))
    .orderBy(asc(orderNotes.createdAt), asc(orderNotes.id))
  const exchanged = await exchangesOf(
    db,
    club.memberships.map(({ id }) => id),
  )
  const rowsOfIt = [orderId, ...[...mails, ...exchanged].map(({ id }) => id)]
  const lines = await db
    .select()
    .from(auditLog)
    .where(
      sql`${auditLog.entity} in ('orders', 'outbox', 'exchanges') and ${inArray(auditLog.entityId, rowsOfIt)}`,
    )
    .orderBy(asc(auditLog.at))
  const mailViews = mails.map((mail) => ({
    id: mail.id,
    kind: mail.kind,
    createdAt: mail.createdAt.toISOString(),
    runAt: mail.runAt.toISOString(),
    sentAt: mail.droppedBecause === null ? (mail.sentAt?.toISOString() ?? null) : null,
    problem: mail.lastError ?? mail.droppedBecause,
  }))
  return {
    order,
    ...club,
    mails: mailViews,
    notes: notes.map(({ id, createdAt, username, text }) => ({
      id,
      at: createdAt.toISOString(),
      username,
      text,
    })),
    history: orderHistory({
      ...{ order, ...club, mails: mailViews },
      lines: lines.filter(({ entity }) => entity !== 'exchanges'),
      others: exchangeEvents(exchanged, lines),
    }),
  }
}
