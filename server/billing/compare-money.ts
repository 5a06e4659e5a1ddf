import { and, eq, sql } from 'drizzle-orm'
import { settings } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { newId } from '../../domain/id.ts'
import { stepDone } from '../shop/rounds.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { compareBalance, compareCredit, compareLedger } from './compare-ledger.ts'
import type { Found } from './differences.ts'
import { type Cursor, comparisonParts } from './find-differences.ts'

/** Progress of one comparison: pages are read newest first, and a failed page is read again. */
type Run = Found &
  Cursor & {
    startedAt: string
    /** index into `parts` */
    part: number
    /** provider objects compared so far */
    compared: number
  }
type Stored = {
  lease: { id: string; until: string } | null
  run: Run | null
  done: (Found & { at: string; compared: number }) | null
}

const key = 'money-comparison'
/** Milliseconds of silence after which a process counts as dead. */
const leaseLasts = 5 * 60_000
/** Milliseconds after which an interrupted comparison starts over. */
const staleAfter = 24 * 60 * 60_000
/** The same when someone asks for a comparison now: what it found long ago may be fixed. */
const staleWhenAsked = 60 * 60_000
/** Pages per worker round, so that the other repairs get their turn. */
const pagesAtOnce = 50

/** The last completed comparison, or null. */
export async function lastComparison(shop: Shop): Promise<Stored['done']> {
  const [row] = await shop.db.select().from(settings).where(eq(settings.key, key))
  return (row?.value as Stored | undefined)?.done ?? null
}

/**
 * Compares the provider with the ledger once per day in the shop's time zone, one process at a time. If it fails or dies, it
 * leaves a cursor, and the next round continues from there.
 */
export async function compareMoney(shop: Shop): Promise<void> {
  const done = await lastComparison(shop)
  if (done && shopDay(shop, new Date(done.at)) === shopDay(shop)) return
  await compare(shop, { oldest: staleAfter, pages: pagesAtOnce })
}

/**
 * Runs a whole comparison now, or finishes one that was interrupted within the last hour.
 * @throws ShopError 'not_possible' while another process is comparing, 'payments_unavailable'
 */
export async function compareMoneyNow(shop: Shop): Promise<NonNullable<Stored['done']>> {
  const isDone = await compare(shop, { oldest: staleWhenAsked, pages: Number.POSITIVE_INFINITY })
  const done = isDone && (await lastComparison(shop))
  if (!done)
    throw new ShopError('not_possible', 'Another comparison is under way. Try again in a few minutes.')
  return done
}

async function compare(shop: Shop, { oldest, pages }: { oldest: number; pages: number }): Promise<boolean> {
  const id = newId()
  const stored = await takeLease(shop, id)
  if (!stored) return false
  const { done } = stored
  const age = stored.run ? shop.now().getTime() - Date.parse(stored.run.startedAt) : 0
  let run = stored.run && age >= 0 && age < oldest ? stored.run : newRun(shop.now())
  try {
    for (let page = 0; page < pages; page++) {
      run = await comparePage(shop, run)
      stepDone()
      if (run.part < comparisonParts.length) {
        await keep(shop, id, { lease: leaseOf(shop, id), run, done })
        continue
      }
      await compareLedger(shop, run)
      await compareCredit(shop, run)
      await compareBalance(shop, run)
      const { startedAt: at, compared, count, found } = run
      await keep(shop, id, { lease: null, run: null, done: { at, compared, count, found } })
      return true
    }
    return false
  } finally {
    await shop.db
      .update(settings)
      .set({ value: sql`jsonb_set(${settings.value}, '{lease}', 'null')` })
      .where(isMine(id))
  }
}

function newRun(now: Date): Run {
  const startedAt = now.toISOString()
  return { startedAt, part: 0, after: null, reached: null, compared: 0, count: 0, found: [] }
}

async function comparePage(shop: Shop, before: Run): Promise<Run> {
  const { after, reached, ...run } = structuredClone(before)
  const { seen, isLast, ...next } = await comparisonParts[run.part]!.compare(shop, { after, reached }, run)
  return {
    ...run,
    ...next,
    // The last part lists the same charges, refunds and disputes again, so it isn't counted.
    compared: run.compared + (run.part < comparisonParts.length - 1 ? seen : 0),
    part: run.part + (isLast ? 1 : 0),
  }
}

const isMine = (id: string) => and(eq(settings.key, key), sql`${settings.value} -> 'lease' ->> 'id' = ${id}`)

const leaseOf = (shop: Shop, id: string) => ({
  ...{ id, until: new Date(shop.now().getTime() + leaseLasts).toISOString() },
})

async function takeLease(shop: Shop, id: string): Promise<Stored | null> {
  const empty: Stored = { lease: null, run: null, done: null }
  await shop.db.insert(settings).values({ key, value: empty }).onConflictDoNothing()
  const lease = leaseOf(shop, id)
  const until = sql`${settings.value} -> 'lease' ->> 'until'`
  const [row] = await shop.db
    .update(settings)
    .set({ value: sql`jsonb_set(${settings.value}, '{lease}', ${JSON.stringify(lease)}::jsonb)` })
    .where(
      and(
        eq(settings.key, key),
        // A lease that ends later than any new one was taken before the clock was set back.
        sql`(${until} is null or ${until} < ${shop.now().toISOString()} or ${until} > ${lease.until})`,
      ),
    )
    .returning({ value: settings.value })
  return (row?.value as Stored | undefined) ?? null
}

async function keep(shop: Shop, id: string, value: Stored) {
  const kept = await shop.db
    .update(settings)
    .set({ value })
    .where(isMine(id))
    .returning({ key: settings.key })
  if (kept.length === 0) throw new Error('another process compares the money by now')
}
