import { and, eq, isNull, sql } from 'drizzle-orm'
import type { OpenDatabase, Transaction } from '../../db/database.ts'
import { settings, subscriptionPlans } from '../../db/schema.ts'
import { readSetting } from '../settings/settings.ts'
import type { Shop } from '../shop/shop.ts'

/** Milliseconds between checks of the version while no notification comes: the connection is cut, or a pooler drops them. */
const lookEvery = 1_000
/** The same while they come: a message to itself, sent whenever it begins to listen, came back. */
const lookAnyway = 60_000
/** That message. */
const echo = 'heard?'

export type CatalogWatch = { stop(): Promise<void> }

/**
 * Calls `onChange` when any process has changed the catalog: immediately on a notification, and within about a second by the
 * version in the table while there are none (a broken connection, a pooler that doesn't forward them). The embedded database
 * has one process and one connection, so nothing is missed and nothing is polled.
 * @param anyway milliseconds between checks while notifications come
 */
export function watchCatalog(
  shop: Shop,
  database: Pick<OpenDatabase, 'kind' | 'listen'>,
  onChange: () => void,
  anyway = lookAnyway,
): CatalogWatch {
  // Unknown until the first check: pages made before it may be outdated.
  let known: string | null | undefined
  let notices = 0
  let looking: Promise<void> | null = null
  let isHeard = false
  let lookedAt = performance.now()

  function found(version: string | null) {
    if (version === known) return
    known = version
    onChange()
  }
  async function lookOnce() {
    const before = notices
    try {
      const version = await readSetting(shop, 'catalogVersion')
      // A notification in the meantime is more recent.
      if (notices === before) found(version)
    } catch (error) {
      shop.log.debug({ error }, 'the catalog was not looked at')
    }
    looking = null
  }
  const look = () => {
    lookedAt = performance.now()
    looking ??= lookOnce()
  }
  const lookIfDue = () => {
    if (!isHeard || performance.now() - lookedAt >= anyway) look()
  }
  const askForEcho = () =>
    shop.db
      .execute(sql`select pg_notify(${catalogChannel}, ${echo})`)
      .catch((error: unknown) => shop.log.debug({ error }, 'no notification could be sent'))
  const listening = database.listen(catalogChannel, {
    notice(version) {
      isHeard = true
      if (version === echo) return
      notices++
      found(version)
    },
    connected() {
      look()
      if (database.kind === 'server') void askForEcho()
    },
    trouble(error) {
      isHeard = false
      shop.log.warn({ error }, 'changes of the catalog are looked for every second')
    },
  })
  const timer = database.kind === 'server' ? setInterval(lookIfDue, lookEvery).unref() : undefined
  return {
    async stop() {
      clearInterval(timer)
      await looking
      await listening.end()
    },
  }
}

/** PostgreSQL channel for telling all processes to rebuild public pages. */
export const catalogChannel = 'catalog_changed'

/**
 * Call this in every transaction that changes what a public page shows: belts, the current drop, the quiz, the shop's texts.
 * Only when it commits does each process drop its cached pages (server/http/page-cache.ts).
 */
export async function catalogChanged(tx: Transaction): Promise<void> {
  const value = sql`to_jsonb(gen_random_uuid()::text)`
  const [row] = await tx
    .insert(settings)
    .values({ key: 'catalogVersion', value })
    .onConflictDoUpdate({ target: settings.key, set: { value } })
    .returning({ version: settings.value })
  await tx.execute(sql`select pg_notify(${catalogChannel}, ${String(row!.version)})`)
}

/**
 * Creates the provider's price for every active plan without a known id: new plans, and plans with a new name or price
 * (stripe.md §9 "Catalog"). A plan that changes meanwhile is handled the next time.
 */
export async function cachePriceIds(shop: Shop) {
  const missing = await shop.db
    .select()
    .from(subscriptionPlans)
    .where(and(eq(subscriptionPlans.isActive, true), isNull(subscriptionPlans.stripePriceId)))
  for (const { id, planId, name, intervalCount, priceCents } of missing) {
    const stripePriceId = await shop.payments.priceId({
      planId,
      planName: name,
      months: intervalCount,
      amountCents: priceCents,
    })
    await shop.db
      .update(subscriptionPlans)
      .set({ stripePriceId })
      .where(
        and(
          eq(subscriptionPlans.id, id),
          eq(subscriptionPlans.priceCents, priceCents),
          eq(subscriptionPlans.name, name),
        ),
      )
  }
}
