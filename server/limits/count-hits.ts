import { and, eq, gt, lt, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { type Database, rowsOf, type Transaction } from '../../db/database.ts'
import { rateLimits } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'
import { type Budget, type Causer, causedBy, storedBudget } from './causer.ts'

const slotMinutes = 10
/** Slots that are summed: 50 to 60 minutes, since the current slot is unfinished. */
const slots = 6

/** The slot of an instant: limits count by slots, which are the same in all processes. */
export const slotOf = (now: Date) => Math.floor(now.getTime() / (slotMinutes * 60_000))

/** Counts one more. @returns the count within the hour in all processes, including this one */
export const countHit = (
  shop: Pick<Shop, 'now'> & { db: Database | Transaction },
  what: Budget,
  who: Causer,
): Promise<number> => addHits(shop, what, who, 1)

/** Counts several at once. */
export async function addHits(
  shop: Pick<Shop, 'now'> & { db: Database | Transaction },
  what: Budget,
  who: Causer,
  times: number,
): Promise<number> {
  const slot = slotOf(shop.now())
  const key = storedBudget(what, who)
  const [row] = await rowsOf<{ hits: string }>(
    shop.db,
    sql`with hit as (
      insert into ${rateLimits} (key, slot, hits) values (${key}, ${slot}, ${times}::int)
      on conflict (key, slot) do update set hits = rate_limits.hits + ${times}::int returning hits
    )
    select (select hits from hit) + coalesce(sum(hits), 0) as hits from ${rateLimits}
    where key = ${key} and slot > ${slot - slots} and slot < ${slot}`,
  )
  return Number(row?.hits)
}

/** The count within the hour. */
export async function hitsOf(shop: Shop, what: Budget, who: Causer): Promise<number> {
  const hits = sql`select ${hitsIn(what, who, slotOf(shop.now()))} as hits`
  const [row] = await rowsOf<{ hits: number }>(shop.db, hits)
  return Number(row?.hits)
}

/** The same as one value of a larger statement. */
export function hitsIn(what: Budget, who: Causer, slot: number | Placeholder): SQL<number> {
  return sql`(select coalesce(sum(h.hits), 0)::int from ${rateLimits} h
    where h.key = ${storedBudget(what, who)} and h.slot > ${slot}::int - ${slots}::int and h.slot <= ${slot}::int)`
}

/** Reverses a count just made, when it turns out not to be what the limit is for. */
async function uncountHit(shop: Shop, what: Budget, who: Causer) {
  await shop.db
    .update(rateLimits)
    .set({ hits: sql`${rateLimits.hits} - 1` })
    .where(
      and(
        eq(rateLimits.key, storedBudget(what, who)),
        eq(rateLimits.slot, slotOf(shop.now())),
        gt(rateLimits.hits, 0),
      ),
    )
}

/**
 * Counts one more for a caller: for the address, then for its wider networks, each with a higher limit. If a narrow one is
 * over its limit, the wider ones aren't counted, so that neighbors aren't locked out.
 * @param most of one address, and of the widest network
 * @returns the narrowest network's count
 * @throws ShopError 'too_many_requests' with the sentence, if one of them is over its limit
 */
export async function limitCaller(
  shop: Shop,
  what: Budget,
  address: string,
  [narrowest, widest]: [number, number],
  sentence: string,
): Promise<number> {
  const networks = causedBy.networks(address)
  let own = 0
  for (const [index, network] of networks.entries()) {
    const share = networks.length > 1 ? index / (networks.length - 1) : 0
    const hits = await countHit(shop, what, network)
    if (index === 0) own = hits
    if (hits > narrowest + Math.round((widest - narrowest) * share)) throw tooMany(sentence)
  }
  return own
}

/** The error of a limit per hour. */
export function tooMany(sentence: string): ShopError {
  return new ShopError('too_many_requests', sentence, { details: { retryAfterSeconds: '3600' } })
}

/** Reverses what `limitCaller` counted and allowed. */
export async function uncountCaller(shop: Shop, what: Budget, address: string) {
  for (const network of causedBy.networks(address)) await uncountHit(shop, what, network)
}

/** Deletes counts that no longer matter. Safe in several processes at once. */
export async function pruneHits(shop: Shop) {
  await shop.db.delete(rateLimits).where(lt(rateLimits.slot, slotOf(shop.now()) - slots))
}
