import { and, asc, eq, inArray, isNotNull, isNull, lte, ne, not, or, sql } from 'drizzle-orm'
import { isSentBack, labelState } from '../../db/schema/states.ts'
import { boxes, exchanges, parcels, refunds } from '../../db/schema.ts'
import { sentStates } from '../../domain/box.ts'
import { addDays, instantAt } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { assumedDeliveryDays, type ExchangeRemedy, openExchanges, staysAway } from '../../domain/exchange.ts'
import { followedDays } from '../../domain/parcel.ts'
import { isJustBack } from '../clock/after-a-break.ts'
import { abandonLabels } from '../parcels/labels.ts'
import { stepDone } from '../shop/rounds.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { actOnExchange, enqueueExchangeMail } from './act-on-exchange.ts'
import { dropReplacement } from './add-replacement.ts'
import { cancelExchange, isComing } from './cancel-exchange.ts'
import { answerOffer } from './decide-claim.ts'
import { creditReturn, receiveReturn, refundReturn } from './returns.ts'
import { type Box, disputeOf } from './sent-box.ts'

/**
 * Moves exchanges on as time passes: a belt its carrier brought back is received; an unanswered offer goes to the giver's
 * card; decided money is given, unless a bank is looking into its payment or has given it back; if a belt never came back, its replacement is released; a replacement packed with its drop
 * has shipped; and delivered, refunded or credited ones are closed. Each step is safe to repeat in several processes.
 */
export async function fileExchanges(shop: Shop): Promise<void> {
  const [open] = await shop.db
    .select({ id: exchanges.id })
    .from(exchanges)
    .where(isNull(exchanges.closedAt))
    .limit(1)
  if (!open) return
  for (const id of await scannedIn(shop))
    await unlessMeanwhile(() => receiveReturn(shop, { exchangeId: id, isAsNew: false, actor: 'shop' }))
  const isBack = await isJustBack(shop)
  for (const { id, box, expiresAt } of await offered(shop)) {
    if ((await disputeOf(shop.db, box)) === 'lost') await unlessMeanwhile(() => endAsLost(shop, id))
    else if (expiresAt <= shop.now() && !isBack)
      await unlessMeanwhile(() => answerOffer(shop, { exchangeId: id, remedy: 'refund', actor: 'shop' }))
  }
  for (const { id, box, remedy, isByItself } of await moneyDue(shop)) {
    const dispute = await disputeOf(shop.db, box)
    if (dispute === 'lost') await unlessMeanwhile(() => endAsLost(shop, id))
    else if (dispute === null && isByItself) await unlessMeanwhile(() => giveBack(shop, id, remedy))
  }
  for (const id of await overdue(shop)) await unlessMeanwhile(() => expire(shop, id))
  for (const id of await shippedWithTheDrop(shop)) await unlessMeanwhile(() => noteShipped(shop, id))
  for (const id of await done(shop)) await unlessMeanwhile(() => close(shop, id))
}

function expire(shop: Shop, exchangeId: string) {
  return actOnExchange(shop, exchangeId, { act: 'expire', actor: 'shop' }, async (tx, { exchange }) => {
    // The carrier may have scanned it just now.
    if (await isComing(tx, exchange.id))
      throw new ShopError('not_possible', 'This package is on its way, so its exchange goes on.')
    await dropReplacement(tx, exchange)
    await abandonLabels(tx, eq(parcels.exchangeId, exchange.id))
    await enqueueExchangeMail(tx, shop, 'exchange-expired', exchange)
    return { closedAt: shop.now() }
  })
}

// The drop's own email has told the member that it shipped.
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

/** Belts their carrier has delivered back to the shop. */
async function scannedIn(shop: Shop): Promise<string[]> {
  const rows = await shop.db
    .select({ id: exchanges.id })
    .from(exchanges)
    .innerJoin(parcels, eq(parcels.exchangeId, exchanges.id))
    .where(and(eq(exchanges.state, 'requested'), eq(parcels.track, 'delivered')))
  return rows.map(({ id }) => id)
}

/** Offers the giver hasn't answered. In the end, the money goes back to their card. */
async function offered(shop: Shop) {
  return shop.db
    .select({ id: exchanges.id, box: boxes, expiresAt: exchanges.expiresAt })
    .from(exchanges)
    .innerJoin(boxes, eq(exchanges.boxId, boxes.id))
    .where(eq(exchanges.state, 'offered'))
}

/** The bank gave the payment back: nothing is left to give. */
const endAsLost = (shop: Shop, exchangeId: string) => cancelExchange(shop, { exchangeId, actor: 'shop' })

const giveBack = (shop: Shop, exchangeId: string, remedy: ExchangeRemedy) =>
  (remedy === 'credit' ? creditReturn : refundReturn)(shop, { exchangeId, actor: 'shop' })

/**
 * Money due for belts that needn't come back. It's given without anyone checking for packages the carrier reports lost or
 * returned, and for decided claims whose processing was interrupted.
 */
async function moneyDue(
  shop: Shop,
): Promise<{ id: string; box: Box; remedy: ExchangeRemedy; isByItself: boolean }[]> {
  const isGone = and(
    eq(exchanges.kind, 'lost'),
    eq(exchanges.remedy, 'refund'),
    sql`coalesce(${inArray(boxes.trouble, ['lost', 'returned'])}, false)`,
  )
  const isDecided = and(eq(exchanges.kind, 'damaged'), isNotNull(exchanges.decidedAt))
  return shop.db
    .select({
      ...{ id: exchanges.id, box: boxes, remedy: exchanges.remedy },
      isByItself: sql<boolean>`${or(isGone, isDecided)}`,
    })
    .from(exchanges)
    .innerJoin(boxes, eq(exchanges.boxId, boxes.id))
    .where(
      and(
        inArray(exchanges.state, ['requested', 'received']),
        inArray(exchanges.kind, [...staysAway]),
        inArray(exchanges.remedy, ['refund', 'credit']),
      ),
    )
}

/**
 * Belts that never came back, as far as their carrier knows: after days in which it or the shop was down, a package may have
 * been scanned that nobody asked about.
 */
async function overdue(shop: Shop): Promise<string[]> {
  const followedSince = instantAt(addDays(shopDay(shop), -followedDays), 0, shop.config.timeZone)
  const isUnasked = sql`exists (select 1 from parcels p where p.exchange_id = ${exchanges.id} and p.label in ${labelState.list('bought')}
    and p.track = 'waiting' and p.tracking_number is not null and coalesce(p.asked_at < ${exchanges.expiresAt}, true)
    and coalesce(p.bought_at >= ${followedSince.toISOString()}::timestamptz, true))`
  const rows = await shop.db
    .select({ id: exchanges.id })
    .from(exchanges)
    .where(
      and(
        eq(exchanges.state, 'requested'),
        isSentBack('exchanges'),
        lte(exchanges.expiresAt, shop.now()),
        shop.carrier ? not(isUnasked) : undefined,
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
        and(
          eq(exchanges.state, 'refunded'),
          or(isNull(exchanges.refundId), inArray(refunds.status, ['succeeded', 'settled'])),
        ),
        and(
          eq(exchanges.state, 'shipped'),
          or(ne(boxes.state, 'shipped'), lte(exchanges.settledAt, longAgo)),
        ),
      ),
    )
  return rows.map(({ id }) => id)
}

// Someone else acted first; their result stands.
async function unlessMeanwhile(act: () => Promise<unknown>) {
  stepDone()
  try {
    await act()
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
  }
}
