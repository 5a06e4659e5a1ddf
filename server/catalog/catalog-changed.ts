import { and, eq, isNull, sql } from 'drizzle-orm'
import type { OpenDatabase, Transaction } from '../../db/database.ts'
import { settings, subscriptionPlans } from '../../db/schema.ts'

import { readSetting } from '../settings/settings.ts'
import type { Shop } from '../shop/shop.ts'

/** Milliseconds between looks at the version, for a notice that was missed. */
const lookEvery = 1_000

export type CatalogWatch = { stop(): Promise<void> }

/**
 * Tells when any process has changed the catalog: at once by a notice, and within a second or so by the version in the
 * table where the notice was missed (a cut connection, a pooler that passes none on). The embedded database has one
 * process and one connection: nothing is missed, nobody looks.
 */
export function watchCatalog(
  shop: Shop,
  database: Pick<OpenDatabase, 'kind' | 'listen'>,
  onChange: () => void,
): CatalogWatch {
  // Unknown until the first look: pages made before it may be older than it.
  let known: string | null | undefined
  let notices = 0
  let looking: Promise<void> | null = null

  function found(version: string | null) {
    if (version === known) return
    known = version
    onChange()
  }
  async function lookOnce() {
    const before = notices
    try {
      const version = await readSetting(shop, 'catalogVersion')
      // What a notice said in the meantime is newer.
      if (notices === before) found(version)
    } catch (error) {
      shop.log.debug({ error }, 'the catalog was not looked at')
    }
    looking = null
  }
  const look = () => {
    looking ??= lookOnce()
  }
  const listening = database.listen(catalogChannel, {
    notice(version) {
      notices++
      found(version)
    },
    connected: look,
    trouble: (error) => shop.log.warn({ error }, 'changes of the catalog are looked for every second'),
  })
  const timer = database.kind === 'server' ? setInterval(look, lookEvery).unref() : undefined
  return {
    async stop() {
      clearInterval(timer)
      await looking
      await listening.end()
    },
  }
}

/** PostgreSQL's channel on which processes tell each other that public pages are to be made again. */
export const catalogChannel = 'catalog_changed'

/**
 * To be called in every transaction that changes what a public page shows: belts, the current drop, the quiz, the shop's
 * words. At its commit, and only then, each process forgets the pages it keeps (server/http/page-cache.ts).
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
 * Makes the price of every plan at the provider whose id is not known: of a new plan, and of one that was renamed or has
 * another price (stripe.md §9 "Catalog"). One that is changed meanwhile is looked at again.
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
