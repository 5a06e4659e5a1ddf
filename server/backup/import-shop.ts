import { type SQL, sql } from 'drizzle-orm'
import { rowsOf, type Transaction } from '../../db/database.ts'
import { lastMigration } from '../../db/dump/migrations.ts'
import { loadTables, quoted, readTables } from '../../db/dump/tables.ts'
import { letterState } from '../../db/schema/states.ts'
import { ShopError } from '../../domain/errors.ts'
import { catalogChannel } from '../catalog/catalog-changed.ts'
import { forgetRound } from '../clock/after-a-break.ts'
import { stopLetters } from '../letters/send-letters.ts'
import type { Shop } from '../shop/shop.ts'
import { pauseBackups } from './backup-plan.ts'
import type { Manifest } from './dump-files.ts'
import { type Dump, openDump } from './open-dump.ts'

/** Tables that may have rows in a new shop; an import replaces them. Any other table must be empty, but for `ownRows`. */
const filledAtFirst = new Set([
  'alarms',
  'audit_log',
  'backup_runs',
  'balance_movements',
  'belt_variants',
  'canned_answers',
  'curation_runs',
  'demo_year',
  'drops',
  'kept_mails',
  'login_attempts',
  'login_challenges',
  'order_counts',
  'passkeys',
  'payment_events',
  'product_types',
  'products',
  'quiz_answer_options',
  'quiz_funnel',
  'quiz_questions',
  'quiz_sources',
  'quiz_versions',
  'rate_limits',
  'recovery_codes',
  'sessions',
  'settings',
  'share_pictures',
  'shop_notices',
  'staff_devices',
  'stock_receipts',
  'subscription_plans',
  'users',
  'worker_looks',
  'worker_processes',
  'worker_rounds',
])

/** The rows that a new shop writes by itself while it is open: emails to its owner, and the draft of its first letter. */
const ownRows: Record<string, SQL> = {
  outbox: sql`kind in ('promises-due', 'shop-alarm', 'security-notice', 'giving-digest', 'payment-without-order', 'payments-refused')`,
  letters: sql`state in ${letterState.list('draft')} and username is null and updated_at = created_at`,
}

/**
 * Makes a new shop identical to the exported one: the same accounts, belts, orders and emails. All or nothing.
 * @param place an export's folder or a backup's file, absolute
 * @throws ShopError 'not_possible' if it is damaged or of another release, or if the shop already has orders or members
 */
export async function importShop(shop: Shop, place: string): Promise<Manifest> {
  const dump = await openDump(place)
  await shop.db.transaction(async (tx) => {
    await requireSameRelease(tx, dump.manifest)
    await requireNewShop(
      tx,
      (what) =>
        `This shop is not new: it has ${what}. Import into a new shop, with another DATA_DIR or DATABASE_URL, or stop this one and restore, with --replace.`,
    )
    await loadDump(tx, dump)
    await stopLetters(tx)
    await pauseBackups(tx)
    await forgetRound(tx)
    // Makes every process rebuild its pages.
    await tx.execute(sql`select pg_notify(${catalogChannel}, gen_random_uuid()::text)`)
  })
  return dump.manifest
}

/**
 * Loads a dump into tables with the same schema as when it was written.
 * @param kept tables that stay as they are
 */
export async function loadDump(
  tx: Transaction,
  { manifest, batches }: Dump,
  kept: ReadonlySet<string> = new Set(),
): Promise<void> {
  await rowsOf(tx, "set local time zone 'UTC'")
  const loaded = await loadTables(tx, batches(), manifest.sequences, kept)
  for (const [table, { rows }] of Object.entries(manifest.tables)) {
    if (!kept.has(table) && loaded[table] !== rows)
      throw new Error(`${table}: ${loaded[table]} rows were loaded of ${rows}`)
  }
  // Until PostgreSQL has counted them, it plans for the empty tables of before, and reads millions of rows one by one.
  const names = Object.keys(manifest.tables).map(quoted)
  if (names.length > 0) await tx.execute(sql.raw(`analyze ${names.join(', ')}`))
}

async function requireSameRelease(tx: Transaction, { schema }: Manifest): Promise<void> {
  const own = await lastMigration(tx)
  if (own.hash === schema.hash) return
  throw new ShopError(
    'not_possible',
    schema.when < own.when
      ? 'It was written by an older release of the shop: use restore, which upgrades it.'
      : 'It was written by a newer release of the shop: install that one.',
  )
}

/**
 * Locks every table, and refuses a shop in which something happened.
 * @param sentence says what to do about a table's rows, such as "newsletter subscribers"
 * @throws ShopError 'not_possible'
 */
export async function requireNewShop(tx: Transaction, sentence: (what: string) => string): Promise<void> {
  const names = (await readTables(tx)).map(({ name }) => name)
  await tx.execute(sql.raw(`lock table ${names.map(quoted).join(', ')} in access exclusive mode`))
  for (const name of names.filter((each) => !filledAtFirst.has(each))) {
    const others = sql`select from ${sql.identifier(name)} where not (${ownRows[name] ?? sql`false`})`
    const [row] = await rowsOf<{ found: boolean }>(tx, sql`select exists (${others}) as found`)
    if (row!.found) throw new ShopError('not_possible', sentence(name.replaceAll('_', ' ')))
  }
}
