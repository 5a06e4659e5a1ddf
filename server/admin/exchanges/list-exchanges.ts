import { and, asc, desc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/database.ts'
import { boxes, exchanges, memberships, orderItems, orders } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { ExchangeRow } from '../../../domain/admin/exchange-contracts.ts'
import { answerDueAt } from '../../../domain/contact.ts'
import { comesBack, openExchanges, remedyDays, returnNumber, staffActs } from '../../../domain/exchange.ts'
import { idList } from '../../curation/pool.ts'
import { countExchanges, goneReplacements, isToSettle } from '../../exchanges/open-exchanges.ts'
import { beltNames } from '../../exchanges/other-belts.ts'
import { givableOf } from '../../exchanges/returns.ts'
import { type Box, paidBox, waitsForBank } from '../../exchanges/sent-box.ts'
import { settleableSince } from '../../ledger/disputes.ts'
import { asSentTo } from '../../ledger/find-membership.ts'
import { trackRecords } from '../../members/track-records.ts'
import { findHolidays } from '../../settings/settings.ts'
import type { Shop } from '../../shop/shop.ts'
import { chainView } from './chain-views.ts'
import { claimViews } from './claims.ts'

type Found = {
  exchange: typeof exchanges.$inferSelect
  box: Box
  membership: typeof memberships.$inferSelect
  order: typeof orders.$inferSelect
}

/** The rows of the admin's list. */
async function exchangeRows(shop: Shop, page: Found[]): Promise<ExchangeRow[]> {
  const names = await beltNames(
    shop.db,
    page.flatMap(({ exchange, box }) =>
      [box.productId, exchange.wantedProductId].filter((id) => id !== null),
    ),
  )
  const sentIds = page.flatMap(({ exchange }) => exchange.replacementBoxId ?? [])
  const replacements = sentIds.length
    ? await shop.db.select().from(boxes).where(inArray(boxes.id, sentIds))
    : []
  const gone = await goneOf(shop, page)
  const due = await remediesDue(shop, page)
  const claims = await claimViews(shop, page)
  const records = await trackRecords(
    shop,
    page.map(({ exchange, membership: { memberEmail, payerEmail } }) => ({
      key: exchange.id,
      emails: [memberEmail, payerEmail].filter((email) => email !== null),
    })),
  )
  const holidays = await findHolidays(shop)
  const words = (id: string | null, size: string | null) =>
    id === null ? '' : [names.get(id) ?? 'A belt', ...(size ? [`size ${size}`] : [])].join(', ')
  return Promise.all(
    page.map(async ({ exchange, box, membership, order }) => {
      const dueAt =
        exchange.state === 'claimed'
          ? answerDueAt({ createdAt: exchange.createdAt, category: 'order' }, holidays, shop.config.timeZone)
          : (waitedFor(exchange) ?? due.get(exchange.id) ?? null)
      const sent = replacements.find(({ id }) => id === exchange.replacementBoxId)
      return {
        id: exchange.id,
        number: returnNumber(exchange.id),
        boxId: box.id,
        orderId: order.id,
        orderNumber: order.orderNumber,
        member: membership.address.fullName ?? '',
        email: membership.memberEmail ?? membership.payerEmail,
        isGift: membership.isGift,
        state: exchange.state,
        kind: exchange.kind,
        remedy: exchange.remedy,
        askedBy: exchange.askedBy as ExchangeRow['askedBy'],
        drop: box.drop,
        belt: words(box.productId, box.size),
        wanted: words(exchange.wantedProductId, exchange.wantedSize),
        details: exchange.details,
        note: exchange.note,
        trackingNumber: sent?.trackingNumber ?? (exchange.trackingNumber || null),
        valueCents:
          exchange.remedy === 'replacement' && exchange.state !== 'claimed'
            ? 0
            : await givableOf(shop.db, await paidBox(shop.db, box), exchange.id),
        createdAt: exchange.createdAt.toISOString(),
        dueAt: dueAt?.toISOString() ?? null,
        isLate: dueAt !== null && !isWaitedFor(exchange) && dueAt < shop.now(),
        chain: await chainView(shop, { exchange, box }),
        claim: claims.get(exchange.id) ?? null,
        needsLabel: isWaitedFor(exchange) && exchange.labelSentAt === null,
        isGone: gone.has(exchange.id),
        waitsForBank: await waitsForBank(shop.db, exchange, box),
        trackRecord: records.get(exchange.id) ?? [],
        acts: staffActs(exchange),
      }
    }),
  )
}

async function goneOf(shop: Shop, page: Found[]): Promise<Set<string>> {
  const ids = page.map(({ exchange }) => exchange.id)
  if (ids.length === 0) return new Set()
  const rows = await shop.db
    .select({ id: exchanges.id })
    .from(exchanges)
    .where(sql`${inArray(exchanges.id, ids)} and ${exchanges.id} in ${goneReplacements}`)
  return new Set(rows.map(({ id }) => id))
}

const isWaitedFor = (exchange: Found['exchange']) => exchange.state === 'requested' && comesBack(exchange)

/** The end of the last day on which the belt may come back, or its giver may answer. */
function waitedFor(exchange: Found['exchange']): Date | null {
  // expiresAt is the first instant after the last day; subtract a minute so that the last day shows.
  return isWaitedFor(exchange) || exchange.state === 'offered'
    ? new Date(exchange.expiresAt.getTime() - 60_000)
    : null
}

/** When those that the shop is to settle are due. */
async function remediesDue(shop: Shop, page: Found[]): Promise<Map<string, Date>> {
  const ids = page.map(({ exchange }) => exchange.id)
  const rows = await rowsOf<{ id: string; at: number }>(
    shop.db,
    sql`select x.id::text as id, (extract(epoch from ${settleableSince}) * 1000)::float8 as at from exchanges x
      where x.id = any(${idList(ids)}) and ${isToSettle}`,
  )
  return new Map(rows.map(({ id, at }) => [id, new Date(at + remedyDays * 86_400_000)]))
}

const rows = 30

/** Exchanges: open ones oldest first, because they wait; the others newest first. */
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
  const page = await Promise.all(
    found
      .slice(0, limit)
      .map(async (row) => ({ ...row, membership: await asSentTo(shop.db, row.box, row.membership) })),
  )
  return {
    exchanges: await exchangeRows(shop, page),
    ...(await countExchanges(shop)),
    nextCursor: found.length > limit ? page.at(-1)!.exchange.id : null,
  }
}

function stateFilter(state: AdminInput<'listExchanges'>['state']): SQL | undefined {
  if (state === 'all') return undefined
  if (state === 'open') return inArray(exchanges.state, openExchanges)
  if (state === 'done') return notInArray(exchanges.state, [...openExchanges])
  return eq(exchanges.state, state)
}

// The cursor is a row's id. The database looks up its instant, which a JavaScript date would cut to milliseconds.
function after(id: string, isOldestFirst: boolean): SQL {
  const place = sql`(select ${exchanges.createdAt}, ${exchanges.id} from ${exchanges} where ${exchanges.id} = ${id}::uuid)`
  const here = sql`(${exchanges.createdAt}, ${exchanges.id})`
  return isOldestFirst ? sql`${here} > ${place}` : sql`${here} < ${place}`
}
