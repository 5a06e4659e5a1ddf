import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { settings } from '../../db/schema.ts'

/** PostgreSQL's channel on which processes tell each other that public pages are to be made anew. */
export const catalogChannel = 'catalog_changed'

/**
 * To be called in every transaction that changes what a public page shows: belts, the current drop, the quiz, the shop's
 * words. At its commit, and only then, each process forgets the pages it keeps (server/page-cache.ts).
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
