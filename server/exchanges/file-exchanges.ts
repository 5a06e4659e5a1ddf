import { and, asc, eq, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { boxes, exchanges, refunds } from '../../db/schema.ts'
import { sentStates } from '../../domain/box.ts'
import { addDays, instantAt } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { assumedDeliveryDays, openExchanges } from '../../domain/exchange.ts'
import { shopDay } from '../ledger/shop-day.ts'
import type { Shop } from '../shop/shop.ts'
import { actOnExchange, enqueueExchangeMail } from './act-on-exchange.ts'
import { dropReplacement } from './add-replacement.ts'

/**
 * What time does to exchanges: a belt that never came back gives its replacement free; a replacement that was packed
 * with its drop has shipped; one that is with the member, a refund that arrived, and a credit are done. Each is an act
 * of its own that a repeat finds done, in any number of processes.
 */
export async function fileExchanges(shop: Shop): Promise<void> {
  for (const id of await overdue(shop)) await unlessMeanwhile(() => expire(shop, id))
  for (const id of await shippedWithTheDrop(shop)) await unlessMeanwhile(() => noteShipped(shop, id))
  for (const id of await done(shop)) await unlessMeanwhile(() => close(shop, id))
}

function expire(shop: Shop, exchangeId: string) {
  return actOnExchange(shop, exchangeId, { act: 'expire', actor: 'shop' }, async (tx, { exchange }) => {
    await dropReplacement(tx, exchange)
    await enqueueExchangeMail(tx, shop, 'exchange-expired', exchange)
    return { closedAt: shop.now() }
  })
}

// The drop's own mail has told the member that it left.
function noteShipped(shop: Shop, exchangeId: string) {
  return actOnExchange(shop, exchangeId, { act: 'ship', actor: 'staff' }, async () => ({
    settledAt: shop.now(),
  }))
}

function close(shop: Shop, exchangeId: string) {
  return actOnExchange(shop, exchangeId, { act: 'close', actor: 'shop' }, async () => ({
    closedAt: shop.now(),
  }))
}

async function overdue(shop: Shop): Promise<string[]> {
  const rows = await shop.db
    .select({ id: exchanges.id })
    .from(exchanges)
    .where(
      and(
        eq(exchanges.state, 'requested'),
        sql`${exchanges.kind} <> 'damaged'`,
        lte(exchanges.expiresAt, shop.now()),
      ),
    )
    .orderBy(asc(exchanges.expiresAt))
  return rows.map(({ id }) => id)
}

async function shippedWithTheDrop(shop: Shop): Promise<string[]> {
  const rows = await shop.db
    .select({ id: exchanges.id })
    .from(exchanges)
    .innerJoin(boxes, eq(exchanges.replacementBoxId, boxes.id))
    .where(and(inArray(exchanges.state, openExchanges), inArray(boxes.state, sentStates)))
  return rows.map(({ id }) => id)
}

async function done(shop: Shop): Promise<string[]> {
  const today = shopDay(shop)
  const longAgo = instantAt(addDays(today, -assumedDeliveryDays), 0, shop.config.timeZone)
  const rows = await shop.db
    .select({ id: exchanges.id })
    .from(exchanges)
    .leftJoin(boxes, eq(exchanges.replacementBoxId, boxes.id))
    .leftJoin(refunds, eq(exchanges.refundId, refunds.id))
    .where(
      or(
        eq(exchanges.state, 'credited'),
        and(eq(exchanges.state, 'refunded'), or(isNull(exchanges.refundId), eq(refunds.status, 'succeeded'))),
        and(
          eq(exchanges.state, 'shipped'),
          or(ne(boxes.state, 'shipped'), lte(exchanges.settledAt, longAgo)),
        ),
      ),
    )
  return rows.map(({ id }) => id)
}

// Somebody was faster: what they did stands.
async function unlessMeanwhile(act: () => Promise<unknown>) {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
  }
}
