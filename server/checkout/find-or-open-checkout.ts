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
import { isTaxedAsOn, taxRules } from '../ledger/quote-tax.ts'
import { cartHash, checkoutKind, priceCart, type Snapshot } from '../ledger/snapshot.ts'
import { slotOf } from '../limits/count-hits.ts'
import { requireProof, troubleIn } from '../limits/proof-of-work.ts'
import { checkoutsInTheWay, reservePromotion } from '../promotions/reserve-promotion.ts'
import { refuseWhenStopped, stoppedSentence } from '../settings/payments-switch.ts'
import { type Caller, networksOf } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'
import { abandonCheckout } from './abandon-checkout.ts'

import { reconcileOne } from './reconcile.ts'

/**
 * Unpaid attempts, refusals of a bank included, that one address, its wider networks, one e-mail and one cart may make
 * within the window before they are slowed down, and before they are refused. Payments that succeed do not count, so a
 * busy office behind one address can go on buying; what counts is the mark of somebody who tries out stolen cards.
 */
const window = 10 * 60_000
const limits = {
  addressKey: { slow: 60, refused: 120 },
  subnetKey: { slow: 120, refused: 240 },
  networkKey: { slow: 240, refused: 480 },
  emailKey: { slow: 30, refused: 60 },
  cartHash: { slow: 8, refused: 15 },
} as const
/** Unpaid attempts with an e-mail that somebody else filled up, from one network: its owner gets through. */
const maxOfStranger = 3
/** Unpaid checkouts of the whole shop within an hour from which a proof of work is asked for before another one. */
const maxUnpaid = 300
/** Unpaid checkouts of one network that are kept, and milliseconds for which one more can be paid all the same. */
const [maxKept, payableFor] = [200, 30 * 60_000]
/** Milliseconds that each attempt over the slow mark waits, and the longest wait. */
const [step, longest] = [250, 3_000]
/** Open checkouts that one call asks the provider about, and milliseconds until one is asked about again. */
const [most, askAgainAfter] = [25, 60_000]

type AttemptKeys = {
  addressKey: string
  subnetKey: string | null
  networkKey: string
  emailKey: string
  cartHash: string
}

/** Whose attempt it is. Hashed: the limits need equality, nobody needs the list of addresses. */
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
 * Slows down, then refuses, who begins payment after payment without paying (card testing). An e-mail that others filled up
 * is not shut to its owner, who comes from another network.
 * @throws ShopError 'too_many_requests', or 'proof_needed' while unpaid checkouts come from everywhere
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
    // Before anybody is slowed down: some of these may be paid, and the shop has only not heard of it yet.
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
 * All that decides whether and for how much a cart may be paid, in one question: whether payments are taken at all, plans and
 * taxes, the live checkout of its content, and what the limits count.
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
  // Said in its text: PostgreSQL's plan for any values can't use an index of some rows by a value that it doesn't know yet.
  const isOpen = sql`${checkouts.status} in ${checkoutStatus.list('open')}`
  const recent = and(isOpen, gt(checkouts.createdAt, given('anHourAgo')))
  const countOf = (condition: SQL | undefined) =>
    sql<number>`(${db.select({ all: sql`count(*)::int` }).from(checkouts).where(condition)})`
  return db
    .select({
      stopped: stoppedSentence.as('stopped'),
      planRows,
      taxRules,
      addressKey: attempts('addressKey'),
      subnetKey: attempts('subnetKey'),
      networkKey: attempts('networkKey'),
      emailKey: attempts('emailKey'),
      cartHash: attempts('cartHash'),
      unpaid: countOf(recent).as('unpaid'),
      kept: countOf(unpaidOf(given('networkKey'))).as('kept'),
      trouble: troubleIn('checkouts', given('slot')).as('trouble'),
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
 * Gives up what one network has left unpaid, beyond what a large office leaves in a month: its oldest checkouts, never one
 * that may still be in somebody's hand. What was given up and is too much is deleted, a few with each that is opened.
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

// Without a payment at the provider there is nothing that a card could be tried on.
const unpaid = [isNull(checkouts.orderId), isNotNull(checkouts.intentId)]

/** Asks the provider about some of them, each at most once a minute. Returns whether there were any. */
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
    `There were too many unfinished payments in a short time. Your cart is kept: please try again in 10 minutes, or write to ${shop.config.supportEmail}.`,
    { details: { retryAfterSeconds: String(window / 1000) } },
  )
}

type Checkout = typeof checkouts.$inferSelect
type Wish = { cart: CartItem[]; promotionCode: string | null; caller: Caller }

/** With the owner's taxes as they were when it was found. */
type Found = { checkout: Checkout; taxRules: TaxRule[] }

/**
 * One checkout per cart content: the same content again is the same cart, in another tab or after a lost answer. One
 * that became an order of which no browser has heard must not be charged again (stripe.md §8.4); once its buyer has
 * the number, the same content is another purchase. With another promotion code, or at
 * another price, the open one is closed first.
 * @returns null where another tab opened and closed one meanwhile: look again
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
  // Priced before anything is written: a cart that cannot be bought leaves no trace.
  const now = priceCart(wish.cart, facts.planRows.map(planOf))
  refuseWhenStopped(facts.stopped)
  const found = facts.live
  if (found && (found.orderId || isAsOffered(shop, found, wish, { now, taxRules: facts.taxRules })))
    return found
  if (found) {
    await abandonCheckout(shop, found)
    // Paid meanwhile in another tab, or being paid: it must not be charged again.
    const left = await readLive(shop, hash)
    if (left) return left
  }
  await limitAttempts(shop, wish.caller, keys, facts)
  await forgetSurplus(shop, keys, facts.kept)
  // Left open they could still be paid, with a code that is good once: store credit would be spent in every tab.
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

// With the same code, and at the prices and taxes of today: they may have changed since it was opened, and its buyer sees that.
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

// The one with an order first, where several are alive.
function liveCheckout(db: Database | Transaction, hash: string | Placeholder): SQL {
  const live = db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.cartHash, hash),
        inArray(checkouts.status, ['open', 'completing', 'done']),
        // What costs nothing is ordered with a click: the same cart, told or not, is no second wish.
        or(isNull(checkouts.toldAt), eq(checkouts.kind, 'free')),
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
