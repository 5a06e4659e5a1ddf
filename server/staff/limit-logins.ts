import { createHash } from 'node:crypto'
import { and, count, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { loginAttempts } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { countHit, hitsOf } from '../limits/count-hits.ts'
import { countAttackSign, requireProof } from '../limits/proof-of-work.ts'
import { type Caller, networksOf } from '../shop/caller.ts'

import type { Shop } from '../shop/shop.ts'

const minute = 60_000
/** Milliseconds within which failures are added up. */
const short = 15 * minute
const long = 24 * 60 * minute
/**
 * Failures: of an account by others, after which its callers prove work first, in a short while and in a day; of an account by one
 * caller, and of one caller and the widest network with whatever names, after which these are locked for a while. Nothing
 * that strangers do locks the account itself.
 */
const most = { account: 10, accountInADay: 50, accountByCaller: 10, caller: 30, network: 90 }
/** Failures that cost no time, then each doubles the wait, from the first to the longest (milliseconds). */
const free = 3
const [firstWait, longestWait] = [500, 4_000]
/** Milliseconds for which an address that signed in to an account is known to it: strangers do not slow it down there. */
const knownFor = 30 * 24 * 60 * minute

/**
 * Writes an attempt down before it is made, so that attempts at once are all counted, and slows it down.
 * @param whenHammered what others' failures at the account mean here: strangers may cause them where a name is enough, so a
 *   proof of work is asked for; only who has the password can cause them where a code is tried, so that is locked; whoever
 *   has shown the password or a session goes on
 * @returns its id, for `succeeded`
 * @throws ShopError 'too_many_requests' or 'proof_needed', the same for accounts that do not exist
 */
export async function countLogin(
  shop: Shop,
  username: string,
  caller: Caller,
  whenHammered: 'work' | 'lock' | 'go-on' = 'work',
): Promise<string> {
  const [network, ...wider] = networksOf(caller.address)
  const keys = { accountKey: keyOf(username.trim().toLowerCase()), addressKey: keyOf(network) }
  const known = await knownSince(shop, keys)
  // Before the attempt is written down: whoever did not prove anything has tried nothing.
  const isHammeredHere = !known && whenHammered !== 'go-on' && (await isHammered(shop, keys))
  if (isHammeredHere && whenHammered === 'lock') throw tooMany()
  if (!known && whenHammered === 'work') await requireProof(shop, caller, 'signIns', isHammeredHere)
  for (const [index, each] of wider.entries()) {
    const share = (index + 1) / wider.length
    const limit = most.caller + Math.round((most.network - most.caller) * share)
    if (!known && (await hitsOf(shop, 'wrong password', each)) >= limit) throw tooMany()
  }
  const { id, failures } = await shop.db.transaction(async (tx) => {
    for (const key of [keys.accountKey, keys.addressKey])
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
    const counted = await countFailures(tx, shop.now(), keys, known)
    const [made] = await tx
      .insert(loginAttempts)
      .values({ ...keys, createdAt: shop.now() })
      .returning({ id: loginAttempts.id })
    return { id: made!.id, failures: counted }
  })
  if (failures >= free) await shop.pause(Math.min(firstWait * 2 ** (failures - free), longestWait))
  return id
}

/** Notes that an attempt was wrong, against the networks that are wider than what a sign-in is known by. */
export async function countFailure(shop: Shop, { address }: Caller) {
  await countAttackSign(shop, 'signIns')
  for (const network of networksOf(address).slice(1)) await countHit(shop, 'wrong password', network)
}

type Keys = { accountKey: string; addressKey: string }

/** When this caller last signed in to the account, as the database writes it; null: never, or too long ago. */
async function knownSince(shop: Shop, { accountKey, addressKey }: Keys): Promise<string | null> {
  const [row] = await shop.db
    .select({ last: sql<string | null>`max(${loginAttempts.createdAt})::text` })
    .from(loginAttempts)
    .where(
      and(
        eq(loginAttempts.accountKey, accountKey),
        eq(loginAttempts.addressKey, addressKey),
        eq(loginAttempts.succeeded, true),
        gt(loginAttempts.createdAt, new Date(shop.now().getTime() - knownFor)),
      ),
    )
  return row?.last ?? null
}

/** Whether others tried the account often; who did so here is locked instead. */
async function isHammered(shop: Shop, { accountKey, addressKey }: Keys): Promise<boolean> {
  const now = shop.now()
  const byOthers = and(eq(loginAttempts.accountKey, accountKey), ne(loginAttempts.addressKey, addressKey))
  if ((await failuresOf(shop.db, now, byOthers, short)) >= most.account) return true
  return (await failuresOf(shop.db, now, byOthers, long)) >= most.accountInADay
}

async function countFailures(tx: Transaction, now: Date, keys: Keys, known: string | null): Promise<number> {
  const ofCaller = eq(loginAttempts.addressKey, keys.addressKey)
  const both = and(
    eq(loginAttempts.accountKey, keys.accountKey),
    ofCaller,
    known === null ? undefined : sql`${loginAttempts.createdAt} > ${known}::timestamptz`,
  )
  const failures = await failuresOf(tx, now, both, short)
  if (failures >= most.accountByCaller || (await failuresOf(tx, now, ofCaller, short)) >= most.caller)
    throw tooMany()
  return failures
}

async function failuresOf(db: Shop['db'] | Transaction, now: Date, where: SQL | undefined, within: number) {
  const since = gt(loginAttempts.createdAt, new Date(now.getTime() - within))
  const [row] = await db
    .select({ failures: count() })
    .from(loginAttempts)
    .where(and(where, eq(loginAttempts.succeeded, false), since))
  return row!.failures
}

function tooMany(): ShopError {
  return new ShopError('too_many_requests', 'Too many attempts to sign in. Try again in 15 minutes.', {
    details: { retryAfterSeconds: String(short / 1000) },
  })
}

/** Notes that an attempt was right: its address is known to the account from now on. */
export async function countSuccess(tx: Transaction, attemptId: string) {
  await tx.update(loginAttempts).set({ succeeded: true }).where(eq(loginAttempts.id, attemptId))
}

/** Lifts the lock of an account. */
export async function clearFailures(tx: Transaction, username: string) {
  const key = keyOf(username.trim().toLowerCase())
  await tx
    .delete(loginAttempts)
    .where(and(eq(loginAttempts.accountKey, key), eq(loginAttempts.succeeded, false)))
}

// Hashed: equality is enough, nobody needs the list of addresses.
function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
