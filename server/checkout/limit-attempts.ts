import { createHash } from 'node:crypto'
import { and, asc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { checkouts } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Caller } from '../caller.ts'
import { networkOf } from '../network-of.ts'
import type { Shop } from '../shop.ts'
import { reconcileOne } from './reconcile.ts'

/**
 * Unpaid attempts, refusals of a bank included, that one address, one e-mail and one cart may make within the window
 * before they are slowed down, and before they are refused. Payments that succeed do not count, so a busy office behind
 * one address can go on buying; what counts is the mark of somebody who tries out stolen cards.
 */
const window = 10 * 60_000
const limits = {
  addressKey: { slow: 60, refused: 120 },
  emailKey: { slow: 30, refused: 60 },
  cartHash: { slow: 8, refused: 15 },
} as const
/** Milliseconds that each attempt over the slow mark waits, and the longest wait. */
const [step, longest] = [250, 3_000]
/** Open checkouts that one call asks the provider about, and milliseconds until one is asked about again. */
const [most, askAgainAfter] = [25, 60_000]

export type AttemptKeys = { addressKey: string; emailKey: string; cartHash: string }

/** Whose attempt it is. Hashed: the limits need equality, nobody needs the list of addresses. */
export function attemptKeys(cart: CartItem[], hash: string, caller: Caller): AttemptKeys {
  const first = cart[0]
  const email = first?.giftDetails?.senderEmail || first?.shippingDetails?.email || ''
  return {
    addressKey: keyOf(networkOf(caller.address)),
    emailKey: keyOf(normaliseEmail(email)),
    cartHash: hash,
  }
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/**
 * Slows down, then refuses, who begins payment after payment without paying (card testing).
 * @throws ShopError 'too_many_requests'
 */
export async function limitAttempts(shop: Shop, keys: AttemptKeys) {
  let excess = 0
  for (const name of Object.keys(limits) as (keyof AttemptKeys)[]) {
    const { slow, refused } = limits[name]
    let attempts = await unpaidAttempts(shop, checkouts[name], keys[name])
    // Before anybody is slowed down: some of these may be paid, and the shop has only not heard of it yet.
    if (attempts > slow && (await settle(shop, checkouts[name], keys[name]))) {
      attempts = await unpaidAttempts(shop, checkouts[name], keys[name])
    }
    if (attempts >= refused) throw tooMany(shop)
    excess = Math.max(excess, attempts - slow)
  }
  if (excess > 0) await shop.pause(Math.min(excess * step, longest))
}

async function unpaidAttempts(shop: Shop, column: PgColumn, key: string): Promise<number> {
  const since = new Date(shop.now().getTime() - window)
  const [row] = await shop.db
    .select({ attempts: sql<number>`coalesce(sum(1 + ${checkouts.declines}), 0)::int` })
    .from(checkouts)
    .where(and(eq(column, key), gt(checkouts.createdAt, since), ...unpaid))
  return row?.attempts ?? 0
}

// Without a payment at the provider there is nothing that a card could be tried on.
const unpaid = [isNull(checkouts.orderId), isNotNull(checkouts.intentId)]

/** Asks the provider about some of them, each at most once a minute. Returns whether there were any. */
async function settle(shop: Shop, column: PgColumn, key: string): Promise<boolean> {
  const now = shop.now().getTime()
  const due = await shop.db
    .select()
    .from(checkouts)
    .where(
      and(
        eq(column, key),
        eq(checkouts.status, 'open'),
        gt(checkouts.createdAt, new Date(now - window)),
        or(isNull(checkouts.checkedAt), lt(checkouts.checkedAt, new Date(now - askAgainAfter))),
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
