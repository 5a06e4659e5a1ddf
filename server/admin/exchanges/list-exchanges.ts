import { and, asc, count, desc, eq, inArray, lt, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { boxes, exchanges, memberships, orderItems, orders } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { openExchanges, remedyDays } from '../../../domain/exchange.ts'
import type { Shop } from '../../shop.ts'
import { exchangeRows } from './exchange-rows.ts'

const rows = 30

/** The belts that go back: open ones oldest first, because they wait; the others newest first. */
export async function listExchanges(
  shop: Shop,
  input: AdminInput<'listExchanges'>,
): Promise<AdminReply<'listExchanges'>> {
  const limit = input.limit ?? rows
  const isOldestFirst = input.state === 'open'
  const order = isOldestFirst ? asc : desc
  const found = await shop.db
    .select({ exchange: exchanges, box: boxes, membership: memberships, order: orders })
    .from(exchanges)
    .innerJoin(boxes, eq(exchanges.boxId, boxes.id))
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(
      and(
        stateFilter(input.state),
        input.orderId ? eq(orders.id, input.orderId) : undefined,
        input.cursor ? after(input.cursor, isOldestFirst) : undefined,
      ),
    )
    .orderBy(order(exchanges.createdAt), order(exchanges.id))
    .limit(limit + 1)
  const page = found.slice(0, limit)
  return {
    exchanges: await exchangeRows(shop, page),
    ...(await countExchanges(shop)),
    nextCursor: found.length > limit ? page.at(-1)!.exchange.id : null,
  }
}

/** How many wait, and for how many of them the promised time is over. */
export async function countExchanges(shop: Shop): Promise<{ open: number; late: number }> {
  const longAgo = new Date(shop.now().getTime() - remedyDays * 24 * 60 * 60_000)
  const waits = or(
    and(eq(exchanges.state, 'received'), lt(exchanges.receivedAt, longAgo)),
    and(eq(exchanges.state, 'requested'), eq(exchanges.kind, 'damaged'), lt(exchanges.createdAt, longAgo)),
  )
  const [found] = await shop.db
    .select({ open: count(), late: sql<number>`count(*) filter (where ${waits})`.mapWith(Number) })
    .from(exchanges)
    .where(inArray(exchanges.state, openExchanges))
  return found ?? { open: 0, late: 0 }
}

function stateFilter(state: AdminInput<'listExchanges'>['state']): SQL | undefined {
  if (state === 'all') return undefined
  if (state === 'open') return inArray(exchanges.state, openExchanges)
  if (state === 'done') return notInArray(exchanges.state, [...openExchanges])
  return eq(exchanges.state, state)
}

// The row itself is the place in the list: its instant is finer than a JavaScript date.
function after(id: string, isOldestFirst: boolean): SQL {
  const place = sql`(select ${exchanges.createdAt}, ${exchanges.id} from ${exchanges} where ${exchanges.id} = ${id}::uuid)`
  const here = sql`(${exchanges.createdAt}, ${exchanges.id})`
  return isOldestFirst ? sql`${here} > ${place}` : sql`${here} < ${place}`
}
