import { createHash } from 'node:crypto'
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import { builtOnce } from '../../db/built-once.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { checkoutStatus } from '../../db/schema/states.ts'
import { checkouts } from '../../db/schema.ts'
import { type CalendarDate, calendarDateIn } from '../../domain/calendar-date.ts'
import { buyerEmail, type CartItem } from '../../domain/cart.ts'
import { mailboxOf } from '../../domain/email.ts'
import { ShopError } from '../../domain/errors.ts'
import { planOf } from '../../domain/plan.ts'
import type { TaxRule } from '../../domain/tax.ts'
import { planRows, readPlans } from '../catalog/read-plans.ts'
import { runningStops } from '../catalog/sale-stops.ts'
import { isTaxedAsOn, taxRules } from '../ledger/quote-tax.ts'
import { cartHash, checkoutKind, priceCart, type Snapshot } from '../ledger/snapshot.ts'
import { slotOf } from '../limits/count-hits.ts'
import { attackSignsIn, requireProof } from '../limits/proof-of-work.ts'
import { checkoutsInTheWay, reservePromotion } from '../promotions/reserve-promotion.ts'
import { refuseWhenStopped, stoppedSentence } from '../settings/settings.ts'
import { type Caller, networksOf } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'
import { abandonCheckout } from './abandon-checkout.ts'
import { staffsItem } from './manual-orders.ts'
import { reconcileOne } from './reconcile.ts'
import { refuseStopped } from './refuse-stopped.ts'

/**
 * Unpaid attempts, bank declines included, per address, its wider networks, email and cart within the window: above `slow`
 * they are slowed down, from `refused` on they are refused. Successful payments don't count, so a busy office behind one
 * address can keep buying; many unpaid attempts point to someone testing stolen cards.
 */
const window = 10 * 60_000
const limits = {
  addressKey: { slow: 60, refused: 120 },
  subnetKey: { slow: 120, refused: 240 },
  networkKey: { slow: 240, refused: 480 },
  emailKey: { slow: 30, refused: 60 },
  cartHash: { slow: 8, refused: 15 },
} as const
/** Unpaid attempts one network may still make with an email that others have used up, so that its owner gets through. */
const maxOfStranger = 3
/** Unpaid checkouts in the whole shop within an hour; above this, another one needs a proof of work. */
const maxUnpaid = 300
/** Unpaid checkouts kept per network, and milliseconds for which an extra one can still be paid. */
const [maxKept, payableFor] = [200, 30 * 60_000]
/** Milliseconds each attempt above `slow` adds to the wait, and the longest wait. */
const [step, longest] = [250, 3_000]
/** Open checkouts one call asks the provider about, and milliseconds before the same one is asked about again. */
const [most, askAgainAfter] = [25, 60_000]

type AttemptKeys = {
  addressKey: string
  subnetKey: string | null
  networkKey: string
  emailKey: string
  cartHash: string
}

/** Keys an attempt counts against. Hashed, because the limits only compare them and nobody needs a list of addresses. */
export function attemptKeys(cart: CartItem[], hash: string, caller: Caller): AttemptKeys {
  const first = cart[0]
  const email = first?.giftDetails?.senderEmail || first?.shippingDetails?.email || ''
  const networks = networksOf(caller.address)
  return {
    addressKey: keyOf(networks[0]),
    subnetKey: networks.length > 2 ? keyOf(networks[1]!) : null,
    networkKey: keyOf(networks.at(-1)!),
    emailKey: keyOf(mailboxOf(email)),
    cartHash: hash,
  }
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/**
 * Slows down, then refuses, callers who keep starting payments without paying (card testing). An email that others have used
 * up still works for its owner, who comes from another network.
 * @throws ShopError 'too_many_requests', or 'proof_needed' during an attack from many addresses
 */
async function limitAttempts(shop: Shop, caller: Caller, keys: AttemptKeys, facts: Facts) {
  let excess = 0
  let isByOthers = false
  for (const name of Object.keys(limits) as (keyof typeof limits)[]) {
    const { slow, refused } = limits[name]
    const key = keys[name]
    if (key === null) continue
    const ofKey = eq(checkouts[name], key)
    let attempts = facts[name]
    // Before slowing anyone down: some of these may be paid without the shop having heard yet.
    if (attempts > slow && (await settle(shop, ofKey))) attempts = await unpaidAttempts(shop, ofKey)
    if (attempts >= refused && name === 'emailKey') {
      const own = await unpaidAttempts(shop, ofKey, eq(checkouts.networkKey, keys.networkKey))
      if (own < maxOfStranger) {
        isByOthers = true
        continue
      }
    }
    if (attempts >= refused) throw tooMany(shop)
    excess = Math.max(excess, attempts - slow)
  }
  await requireProof(shop, caller, 'checkouts', isByOthers || facts.unpaid > maxUnpaid, facts.trouble)
  if (excess > 0) await shop.pause(Math.min(excess * step, longest))
}

const ago = (shop: Shop, milliseconds: number) => new Date(shop.now().getTime() - milliseconds)

function attemptsOf(db: Database | Transaction, since: Date | Placeholder, ...whose: SQL[]) {
  return db
    .select({ attempts: sql<number>`coalesce(sum(1 + ${checkouts.declines}), 0)::int` })
    .from(checkouts)
    .where(and(...whose, gt(checkouts.createdAt, since), ...unpaid))
}

async function unpaidAttempts(shop: Shop, ...whose: SQL[]): Promise<number> {
  const [row] = await attemptsOf(shop.db, ago(shop, window), ...whose)
  return row?.attempts ?? 0
}

type Facts = Awaited<ReturnType<typeof factsOf>>

/**
 * Reads in one query everything that decides whether a cart may be paid and for how much: whether payments are accepted,
 * plans and taxes, the live checkout with the same content, and the limits' counts.
 */
async function factsOf(shop: Shop, keys: AttemptKeys) {
  const [facts] = await factsOnce(shop.db).execute({
    ...keys,
    subnetKey: keys.subnetKey ?? '',
    since: ago(shop, window),
    anHourAgo: ago(shop, 60 * 60_000),
    slot: slotOf(shop.now()),
  })
  return facts!
}

const factsOnce = builtOnce((db) => {
  const given = (name: keyof AttemptKeys | 'since' | 'anHourAgo' | 'slot') => sql.placeholder(name)
  const attempts = (name: keyof AttemptKeys) =>
    sql<number>`(${attemptsOf(db, given('since'), eq(checkouts[name], given(name)))})`.as(name)
  // Written as literals, because PostgreSQL's generic plan can't use a partial index when the condition is a parameter.
  const isOpen = sql`${checkouts.status} in ${checkoutStatus.list('open')}`
  const recent = and(isOpen, gt(checkouts.createdAt, given('anHourAgo')))
  const countOf = (condition: SQL | undefined) =>
    sql<number>`(${db.select({ all: sql`count(*)::int` }).from(checkouts).where(condition)})`
  return db
    .select({
      stopped: stoppedSentence.as('stopped'),
      stops: runningStops.as('stops'),
      planRows,
      taxRules,
      addressKey: attempts('addressKey'),
      subnetKey: attempts('subnetKey'),
      networkKey: attempts('networkKey'),
      emailKey: attempts('emailKey'),
      cartHash: attempts('cartHash'),
      unpaid: countOf(recent).as('unpaid'),
      kept: countOf(unpaidOf(given('networkKey'))).as('kept'),
      trouble: attackSignsIn('checkouts', given('slot')).as('trouble'),
      live: checkouts,
    })
    .from(sql`(select 1) one`)
    .leftJoin(checkouts, eq(checkouts.id, liveCheckout(db, given('cartHash'))))
    .prepare('')
})

const unpaidOf = (networkKey: string | Placeholder) =>
  and(
    eq(checkouts.networkKey, networkKey),
    isNull(checkouts.orderId),
    inArray(checkouts.status, ['open', 'abandoned']),
  )

/**
 * Abandons a network's oldest unpaid checkouts above the limit, which a large office wouldn't reach in a month, but never
 * one that may still be open in a browser. Deletes the abandoned ones, a few with each new checkout.
 */
async function forgetSurplus(shop: Shop, { networkKey }: AttemptKeys, kept: number) {
  const tooMany = kept - maxKept
  if (tooMany <= 0) return
  const oldest = await shop.db
    .select()
    .from(checkouts)
    .where(and(unpaidOf(networkKey), lt(checkouts.createdAt, ago(shop, payableFor))))
    .orderBy(asc(checkouts.createdAt))
    .limit(Math.min(tooMany, 5))
  for (const each of oldest) if (each.status === 'open') await abandonCheckout(shop, each)
  const ids = oldest.map(({ id }) => id)
  if (ids.length === 0) return
  await shop.db
    .delete(checkouts)
    .where(and(inArray(checkouts.id, ids), eq(checkouts.status, 'abandoned'), isNull(checkouts.orderId)))
}

// Without a payment at the provider there is nothing to test a card on.
const unpaid = [isNull(checkouts.orderId), isNotNull(checkouts.intentId)]

/** Checks some of them with the provider, each at most once a minute. Returns whether there were any. */
async function settle(shop: Shop, ofKey: SQL): Promise<boolean> {
  const due = await shop.db
    .select()
    .from(checkouts)
    .where(
      and(
        ofKey,
        eq(checkouts.status, 'open'),
        gt(checkouts.createdAt, ago(shop, window)),
        or(isNull(checkouts.checkedAt), lt(checkouts.checkedAt, ago(shop, askAgainAfter))),
        ...unpaid,
      ),
    )
    .orderBy(asc(checkouts.createdAt))
    .limit(most)
  await Promise.all(due.map((checkout) => reconcileOne(shop, checkout)))
  return due.length > 0
}

function tooMany(shop: Shop): ShopError {
  return new ShopError(
    'too_many_requests',
    `That’s a lot of unfinished payments in a short time. Your cart is safe. Please try again in 10 minutes, or write to ${shop.config.supportEmail}.`,
    { details: { retryAfterSeconds: String(window / 1000) } },
  )
}

type Checkout = typeof checkouts.$inferSelect
type Wish = { cart: CartItem[]; promotionCode: string | null; caller: Caller }

/** A checkout, with the owner's tax rules as read at the same time. */
type Found = { checkout: Checkout; taxRules: TaxRule[] }

/**
 * Finds or opens the one checkout per cart content: the same content, in another tab or after a lost answer, is the same
 * cart. A checkout whose order number no browser has received must not be charged again (stripe.md §8.4); once its buyer has
 * the number, the same content is a new purchase. If the code or the price has changed, the open one is closed first.
 * @returns null if another tab opened and closed one meanwhile: try again
 * @throws ShopError 'promotion_refused', 'too_many_requests', 'proof_needed', or what is wrong with the cart
 */
export async function findOrOpenCheckout(shop: Shop, wish: Wish): Promise<Found | null> {
  const hash = cartHash(wish.cart)
  const keys = attemptKeys(wish.cart, hash, wish.caller)
  const facts = await factsOf(shop, keys)
  const found = await findOrOpen(shop, wish, keys, facts)
  return found ? { checkout: found, taxRules: facts.taxRules } : null
}

async function findOrOpen(shop: Shop, wish: Wish, keys: AttemptKeys, facts: Facts): Promise<Checkout | null> {
  const hash = keys.cartHash
  // Priced before anything is written: a cart that can't be bought leaves no trace.
  const now = priceCart(wish.cart, facts.planRows.map(planOf))
  refuseWhenStopped(facts.stopped)
  const found = facts.live
  if (!found?.orderId) refuseStopped(shop, wish.cart, facts.stops, facts.planRows.map(planOf))
  if (found && (found.orderId || isAsOffered(shop, found, wish, { now, taxRules: facts.taxRules })))
    return found
  if (found) {
    await abandonCheckout(shop, found)
    // Paid, or being paid, in another tab meanwhile: it must not be charged again.
    const left = await readLive(shop, hash)
    if (left) return left
  }
  await limitAttempts(shop, wish.caller, keys, facts)
  await forgetSurplus(shop, keys, facts.kept)
  // Close other open checkouts with this code: each could still be paid, and would use the code or store credit again.
  const inTheWay = wish.promotionCode
    ? await checkoutsInTheWay(shop.db, wish.promotionCode, keys, shop.now())
    : []
  for (const checkout of inTheWay) await abandonCheckout(shop, checkout)
  const made = wish.promotionCode
    ? await shop.db.transaction((tx) =>
        openWithCode(tx, shop, { ...wish, promotionCode: wish.promotionCode! }, keys),
      )
    : await open(shop.db, shop, now, keys)
  return made ?? (await readLive(shop, hash)) ?? null
}

// Whether a checkout has the same code and today's prices and taxes. They may have changed since it was opened, and the
// buyer sees today's.
function isAsOffered(
  shop: Shop,
  checkout: Checkout,
  wish: Wish,
  { now, taxRules }: { now: Snapshot; taxRules: TaxRule[] },
): boolean {
  const was = (checkout.snapshot as Snapshot).items
  const isPriced =
    checkout.promotionCode === wish.promotionCode &&
    now.items.every((item, index) => item.amountCents === was[index]?.amountCents)
  if (!isPriced || checkout.intentId === null) return isPriced
  const today = calendarDateIn(shop.config.timeZone, shop.now())
  return was.every((item) => isTaxedAsOn(taxRules, item, today))
}

async function openWithCode(
  tx: Transaction,
  shop: Shop,
  { cart, promotionCode }: Wish & { promotionCode: string },
  keys: AttemptKeys,
) {
  const today: CalendarDate = calendarDateIn(shop.config.timeZone, shop.now())
  const plans = await readPlans(tx)
  const planIds = priceCart(cart, plans).items.map((item) => item.planId)
  const promotion = await reservePromotion(
    tx,
    { code: promotionCode, today, planIds, plans, email: buyerEmail(cart) },
    keys.cartHash,
  )
  return open(tx, shop, priceCart(cart, plans, promotion), keys, promotionCode)
}

async function open(
  db: Database | Transaction,
  shop: Shop,
  snapshot: Snapshot,
  keys: AttemptKeys,
  promotionCode: string | null = null,
) {
  const [made] = await openOnce(db).execute({
    snapshot,
    kind: checkoutKind(snapshot.items),
    subtotalCents: snapshot.items.reduce((sum, item) => sum + item.amountCents, 0),
    discountCents: snapshot.items.reduce((sum, item) => sum + item.discountCents, 0),
    promotionCode,
    ...keys,
    createdAt: shop.now(),
  })
  return made
}

const openOnce = builtOnce((db) => {
  const given = sql.placeholder
  return db
    .insert(checkouts)
    .values({
      snapshot: given('snapshot'),
      kind: given('kind'),
      subtotalCents: given('subtotalCents'),
      discountCents: given('discountCents'),
      promotionCode: given('promotionCode'),
      addressKey: given('addressKey'),
      subnetKey: given('subnetKey'),
      networkKey: given('networkKey'),
      emailKey: given('emailKey'),
      cartHash: given('cartHash'),
      createdAt: given('createdAt'),
    })
    .onConflictDoNothing()
    .returning()
    .prepare('')
})

const isByStaff = sql`starts_with(${checkouts.snapshot} -> 'items' -> 0 -> 'cart' ->> 'id', ${sql.raw(`'${staffsItem}'`)})`

// Prefers a checkout that has an order.
function liveCheckout(db: Database | Transaction, hash: string | Placeholder): SQL {
  const live = db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.cartHash, hash),
        inArray(checkouts.status, ['open', 'completing', 'done']),
        // A free cart is ordered with one click, so the same cart never becomes a second order, even after its buyer got the
        // number.
        // So does one the staff entered, whose link may be open on another device.
        or(isNull(checkouts.toldAt), eq(checkouts.kind, 'free'), isByStaff),
      ),
    )
    .orderBy(isNull(checkouts.orderId), desc(checkouts.createdAt))
    .limit(1)
  return sql`(${live})`
}

async function readLive(shop: Shop, hash: string): Promise<Checkout | undefined> {
  const [found] = await shop.db
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, liveCheckout(shop.db, hash)))
  return found
}
