import { and, count, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import type { StoredCauser } from '../../db/schema/columns.ts'
import { loginAttempts } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { causedBy, storedCauser } from '../limits/causer.ts'
import { countHit, hitsOf } from '../limits/count-hits.ts'
import { countAttackSign, requireProof } from '../limits/proof-of-work.ts'
import type { Caller } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'

const minute = 60_000
/** Milliseconds over which failures are counted. */
const short = 15 * minute
const long = 24 * 60 * minute
/**
 * Most failures. On an account by other callers, in `short` and in a day: above these, its callers must do a proof of work.
 * On an account by one caller, and by one caller or its widest network with any names: above these, they are locked for a
 * while. Nothing strangers do locks the account itself.
 */
const most = { account: 10, accountInADay: 50, accountByCaller: 10, caller: 30, network: 90 }
/** Failures without a delay; each further one doubles the wait, from the first to the longest (milliseconds). */
const free = 3
const [firstWait, longestWait] = [500, 4_000]
/** Milliseconds an address counts as known to an account after a sign-in: strangers' failures don't affect it there. */
const knownFor = 30 * 24 * 60 * minute

/**
 * Records an attempt before it is checked, so that simultaneous ones are all counted, and slows it down.
 * @param whenHammered what to do about others' failures on the account. 'work', where a name is enough to cause them: ask
 *   for a proof of work. 'lock', where a code is tried, since only someone with the password can cause them. 'go-on', for a
 *   caller who has shown the password or a session
 * @returns its id, for `countSuccess`
 * @throws ShopError 'too_many_requests' or 'proof_needed', the same for accounts that don't exist
 */
export async function countLogin(
  shop: Shop,
  username: string,
  caller: Caller,
  whenHammered: 'work' | 'lock' | 'go-on' = 'work',
): Promise<string> {
  const [network, ...wider] = causedBy.networks(caller.address)
  const keys = {
    accountKey: storedCauser(causedBy.account(username)),
    addressKey: storedCauser(network),
  }
  const known = await knownSince(shop, keys)
  // Before the attempt is recorded: without a proof of work, nothing has been tried.
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

/** Records a failed attempt against the caller's wider networks, which sign-ins themselves aren't keyed by. */
export async function countFailure(shop: Shop, { address }: Caller) {
  await countAttackSign(shop, 'signIns')
  for (const network of causedBy.networks(address).slice(1)) await countHit(shop, 'wrong password', network)
}

type Keys = { accountKey: StoredCauser; addressKey: StoredCauser }

/** When this caller last signed in to the account, as database text; null if never, or too long ago. */
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

/** Whether other callers have often failed on the account; this caller's own failures lock it out instead. */
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

/** Records that an attempt succeeded: its address is known to the account from now on. */
export async function countSuccess(tx: Transaction, attemptId: string) {
  await tx.update(loginAttempts).set({ succeeded: true }).where(eq(loginAttempts.id, attemptId))
}

/** Lifts the lock on an account. */
export async function clearFailures(tx: Transaction, username: string) {
  const key = storedCauser(causedBy.account(username))
  await tx
    .delete(loginAttempts)
    .where(and(eq(loginAttempts.accountKey, key), eq(loginAttempts.succeeded, false)))
}
