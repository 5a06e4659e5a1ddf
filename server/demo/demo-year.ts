import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { demoYear, membershipPayments, users } from '../../db/schema.ts'
import { seed } from '../../db/seed/seed.ts'
import { ShopError } from '../../domain/errors.ts'
import { packedWriter, writeDump } from '../backup/dump-files.ts'
import { loadDump, requireNewShop } from '../backup/import-shop.ts'
import { openDump } from '../backup/open-dump.ts'
import { catalogChannel } from '../catalog/catalog-changed.ts'
import { forgetStill } from '../health/self-watch.ts'
import { applySettings } from '../settings/settings.ts'
import type { Shop } from '../shop/shop.ts'
import { type Actor, audit, type Staff } from '../staff/staff.ts'
import { background } from '../worker.ts'
import { type DemoState, readDemo, silence } from './demo-state.ts'
import { liveYear, wholeYear } from './live-year.ts'
import { pastShop } from './past-shop.ts'
import { refuseRealShop } from './refuse-real-shop.ts'

/**
 * What an invented year neither brings nor takes away: who may sign in, and how this shop's own processes do. The rows of all
 * other tables are replaced when it comes, and are what they were before when it goes (docs/decisions/140).
 */
const kept: ReadonlySet<string> = new Set([
  'alarms',
  'demo_year',
  'login_attempts',
  'login_challenges',
  'mail_readings',
  'mailbox_places',
  'passkeys',
  'rate_limits',
  'recovery_codes',
  'sessions',
  'shop_notices',
  'staff_devices',
  'users',
  'worker_looks',
  'worker_processes',
  'worker_rounds',
])

/** What this process fills: until it's done, and why it failed. */
const jobs = new WeakMap<Shop, { done: Promise<void>; problem: string | null }>()

/** Why this process couldn't fill the shop, in a sentence; null: it could, or wasn't asked. */
export const demoProblem = (shop: Shop): string | null => jobs.get(shop)?.problem ?? null

/** Waits for what this process fills. */
export const demoFilled = async (shop: Shop): Promise<void> => jobs.get(shop)?.done

const lived = (what: string) =>
  `Something has happened in this shop already: it has ${what}. An invented year fills only a new shop: start one with another DATA_DIR or DATABASE_URL.`

/**
 * Fills a demo shop with an invented year, in the background. It's lived in a database of its own and then taken over in one
 * transaction, so whoever is killed before leaves the shop as it was. The shop stays open meanwhile. Does nothing if it's
 * filled, or being filled.
 * @param months how many of them; fewer in tests
 * @throws ShopError 'not_possible' for a real shop, where something has happened already, or where this database user can't
 */
export async function startDemo(shop: Shop, actor: Actor, months = wholeYear): Promise<DemoState> {
  refuseRealShop(shop.config)
  const known = await readDemo(shop)
  if (known.state !== 'absent') return known
  requireOwnTables(shop)
  await seed(shop.db)
  await shop.db.transaction((tx) => requireNewShop(tx, lived))
  if (await claim(shop)) {
    const job: { done: Promise<void>; problem: string | null } = { done: Promise.resolve(), problem: null }
    job.done = fill(shop, actor, months).catch(async (error: unknown) => {
      shop.log.error({ error }, 'the invented year could not be filled')
      job.problem = error instanceof ShopError ? error.message : 'Something went wrong: the log says what.'
      // If the database is away, the row is silent before long.
      await shop.db
        .delete(demoYear)
        .where(eq(demoYear.state, 'filling'))
        .catch(() => {})
    })
    jobs.set(shop, job)
  }
  return readDemo(shop)
}

/** Replacing tables takes their owner (decision 036). @throws ShopError 'not_possible' */
function requireOwnTables({ config }: Shop) {
  if (!config.migrationDatabaseUrl) return
  throw new ShopError(
    'not_possible',
    'The shop’s own database user may not do this. In a terminal on the server, run: npm run shop -- demo',
  )
}

/** @returns false if another process was quicker */
async function claim({ db, now }: Shop): Promise<boolean> {
  const at = now()
  const begun = { state: 'filling' as const, percent: 0, step: 'Beginning', startedAt: at, seenAt: at }
  const isLeft = and(eq(demoYear.state, 'filling'), lt(demoYear.seenAt, new Date(+at - silence)))
  const [mine] = await db
    .insert(demoYear)
    .values(begun)
    .onConflictDoUpdate({ target: demoYear.only, set: begun, setWhere: isLeft })
    .returning()
  return mine !== undefined
}

async function fill(shop: Shop, actor: Actor, months: number): Promise<void> {
  if (!shop.openScratch) throw new Error('this process opens no scratch database')
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shop-demo-'))
  const [before, after] = [path.join(folder, 'before'), path.join(folder, 'after')]
  const isBusy = eq(demoYear.state, 'filling')
  const began = shop.now()
  const tell = async (share: number, step: string) => {
    const percent = Math.min(99, Math.round(share * 100))
    await shop.db.update(demoYear).set({ percent, step, seenAt: shop.now() }).where(isBusy)
  }
  const pulse = setInterval(() => {
    void shop.db
      .update(demoYear)
      .set({ seenAt: shop.now() })
      .where(isBusy)
      .catch(() => {})
  }, silence / 4).unref()
  try {
    await writeDump(shop.db, shop.now(), packedWriter(before))
    const scratch = await shop.openScratch()
    try {
      const dump = await openDump(before)
      await scratch.db.transaction((tx) => loadDump(tx, dump))
      const past = await pastShop(shop, scratch)
      await applySettings(past.shop)
      await liveYear({ months, past, staff: await staffOf(shop.db), background: ofPast, tell })
      await writeDump(scratch.db, shop.now(), packedWriter(after))
    } finally {
      await scratch.close()
    }
    const year = await openDump(after)
    const content = await readFile(before)
    await shop.db.transaction(async (tx) => {
      await requireNewShop(tx, lived)
      await loadDump(tx, year, kept)
      const at = shop.now()
      const filled = { state: 'filled' as const, percent: 100, step: '', seenAt: at, filledAt: at }
      await tx.update(demoYear).set({ ...filled, before: content })
      await audit(tx, actor, at, { action: 'demo.fill', entity: 'shop', entityId: 'demo' })
      await tx.execute(sql`select pg_notify(${catalogChannel}, gen_random_uuid()::text)`)
    })
    await applySettings(shop)
    await forgive(shop, began)
  } finally {
    clearInterval(pulse)
    await rm(folder, { recursive: true, force: true })
  }
}

/** A year's rows keep the embedded database, and so this process, from answering for seconds, which it notices after a while. */
async function forgive(shop: Shop, began: Date) {
  await shop.pause(noticesAfter)
  await forgetStill(shop, began)
}

/** Milliseconds in which a process that stood still has noticed it. */
const noticesAfter = 3_000

/**
 * The background work of a shop that lives from day to day: without what looks at the process and its clock, and without what
 * compares the money, which is done once at the end.
 */
const {
  'whether it was away': _,
  'what a wrong clock wrote': __,
  'money to compare': ___,
  ...ofPast
} = background

/** Whoever acts for the shop in the invented year: nobody, in the name of the first owner, as rows need one. */
async function staffOf(db: Database): Promise<Staff> {
  const isOwner = and(eq(users.role, 'owner'), eq(users.isAdmin, true))
  const [owner] = await db
    .select({ id: users.id })
    .from(users)
    .where(isOwner)
    .orderBy(users.createdAt)
    .limit(1)
  if (!owner)
    throw new ShopError('not_possible', 'This shop has no owner yet. Start it once, then try again.')
  return {
    ...{ userId: owner.id, username: 'invented', role: 'owner', sessionId: owner.id, address: '' },
    ...{ mustChangePassword: false, mustSetUpTwoStep: false },
  }
}

/**
 * Takes the invented year away: every table is what it was before, but for who may sign in. What was done in the shop since is
 * gone with it.
 * @throws ShopError 'not_possible' if there's none, or someone has really paid since
 */
export async function removeDemo(shop: Shop): Promise<void> {
  requireOwnTables(shop)
  const [row] = await shop.db.select().from(demoYear)
  if (row?.state !== 'filled' || !row.before)
    throw new ShopError('not_possible', 'There’s no invented year in this shop.')
  const began = shop.now()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shop-demo-'))
  try {
    const file = path.join(folder, 'before')
    await writeFile(file, row.before)
    const dump = await openDump(file)
    await shop.db.transaction(async (tx) => {
      const isReal = sql`${membershipPayments.intentId} is not null and ${membershipPayments.intentId} not like '%\\_demo\\_%'`
      if ((await tx.$count(membershipPayments, isReal)) > 0)
        throw new ShopError(
          'not_possible',
          'Someone has really paid in this shop since, so nothing here may be thrown away. Start your real shop in a new DATA_DIR or DATABASE_URL.',
        )
      await loadDump(tx, dump, kept)
      await tx.delete(demoYear)
      await tx.execute(sql`select pg_notify(${catalogChannel}, gen_random_uuid()::text)`)
    })
    await applySettings(shop)
    await forgive(shop, began)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
