import { createHash } from 'node:crypto'
import { and, count, eq, gt, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { loginAttempts } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { networkOf } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'

const minute = 60_000
/** Milliseconds, and the failures in them after which an account and an address are locked until some are older. */
const short = 15 * minute
const long = 24 * 60 * minute
const most = { accountShort: 10, accountLong: 50, addressShort: 30 }
/** Failures that cost no time, then each doubles the wait, from the first to the longest (milliseconds). */
const free = 3
const [firstWait, longestWait] = [500, 4_000]
/** Milliseconds for which an address that signed in to an account is known to it: strangers cannot lock it out there. */
export const knownFor = 30 * 24 * 60 * minute

/**
 * Writes an attempt down before it is made, so that attempts at once are all counted, and slows it down.
 * @returns its id, for `succeeded`
 * @throws ShopError 'too_many_requests', the same for accounts that do not exist
 */
export async function countLogin(shop: Shop, username: string, address: string): Promise<string> {
  const keys = { accountKey: keyOf(username.trim().toLowerCase()), addressKey: keyOf(networkOf(address)) }
  const { id, failures } = await shop.db.transaction(async (tx) => {
    for (const key of [keys.accountKey, keys.addressKey])
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
    const counted = await countFailures(tx, shop.now(), keys)
    const [made] = await tx
      .insert(loginAttempts)
      .values({ ...keys, createdAt: shop.now() })
      .returning({ id: loginAttempts.id })
    return { id: made!.id, failures: counted }
  })
  if (failures >= free) await shop.pause(Math.min(firstWait * 2 ** (failures - free), longestWait))
  return id
}

type Keys = { accountKey: string; addressKey: string }

async function countFailures(tx: Transaction, now: Date, { accountKey, addressKey }: Keys): Promise<number> {
  const { createdAt, succeeded } = loginAttempts
  const since = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const ofAccount = eq(loginAttempts.accountKey, accountKey)
  const ofAddress = eq(loginAttempts.addressKey, addressKey)
  const known = await tx
    .select({ key: loginAttempts.addressKey, last: sql<string>`max(${createdAt})::text` })
    .from(loginAttempts)
    .where(and(ofAccount, eq(succeeded, true), gt(createdAt, since(knownFor))))
    .groupBy(loginAttempts.addressKey)
  const own = known.find(({ key }) => key === addressKey)
  const others = known.map(({ key }) => key)
  const scope = own
    ? and(ofAddress, sql`${createdAt} > ${own.last}::timestamptz`)
    : others.length > 0
      ? sql`${loginAttempts.addressKey} not in ${others}`
      : undefined
  const failuresOf = async (where: typeof scope, milliseconds: number) => {
    const [row] = await tx
      .select({ failures: count() })
      .from(loginAttempts)
      .where(and(where, eq(succeeded, false), gt(createdAt, since(milliseconds))))
    return row!.failures
  }
  const recent = await failuresOf(and(ofAccount, scope), short)
  const today = await failuresOf(and(ofAccount, scope), long)
  if (today >= most.accountLong) throw tooMany('tomorrow', long)
  const isLocked = recent >= most.accountShort || (await failuresOf(ofAddress, short)) >= most.addressShort
  if (isLocked) throw tooMany('in 15 minutes', short)
  return recent
}

function tooMany(when: string, milliseconds: number): ShopError {
  return new ShopError('too_many_requests', `Too many attempts to sign in. Try again ${when}.`, {
    details: { retryAfterSeconds: String(milliseconds / 1000) },
  })
}

/** Notes that an attempt was right: its address is known to the account from now on. */
export async function countSuccess(tx: Transaction, attemptId: string) {
  await tx.update(loginAttempts).set({ succeeded: true }).where(eq(loginAttempts.id, attemptId))
}

/** Lifts the lock of an account. */
export async function forgetFailures(tx: Transaction, username: string) {
  const key = keyOf(username.trim().toLowerCase())
  await tx
    .delete(loginAttempts)
    .where(and(eq(loginAttempts.accountKey, key), eq(loginAttempts.succeeded, false)))
}

// Hashed: equality is enough, nobody needs the list of addresses.
function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
