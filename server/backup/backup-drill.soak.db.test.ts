import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Database, DatabaseError, rowsOf } from '../../db/database.ts'
import {
  auditLog,
  boxes,
  letters,
  membershipPayments,
  newsletterSubscribers,
  orders,
} from '../../db/schema.ts'
import { usualRhythm } from '../../domain/backup-plan.ts'
import { selfItem } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { createTestShop } from '../../test/create-test-shop.ts'
import { everyRow } from '../../test/every-row.ts'
import { fillShop } from '../../test/full-shop.ts'
import { sized } from '../../test/random.ts'
import { migrations, type RestoreTarget, restoreTarget } from '../../test/restore-target.ts'
import { stripePayments } from '../adapters/stripe/stripe-payments.ts'
import { refundBoxes } from '../billing/refund-boxes.ts'
import { reconcile } from '../checkout/reconcile.ts'
import { commands } from '../cli/commands.ts'
import { isJustBack, noteRound } from '../clock/after-a-break.ts'
import { catchUpEvents } from '../events/store-events.ts'
import { writeSetting } from '../settings/settings.ts'
import type { Config } from '../shop/config.ts'
import { backUp, restoreShop } from './backup.ts'
import { readPlan } from './backup-plan.ts'
import { folderWriter, manifestFile, packedWriter, rowsFolder, writeDump } from './dump-files.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'shop-backup-'))
const file = path.join(folder, 'shop.jsonl.gz')
/** Purchases before, and as many while the backup is made. */
const bought = sized(3, 40)
const now = new Date('2026-11-22T15:00:00Z')
const later = new Date('2026-11-22T16:00:00Z')
const restore = ({ config }: RestoreTarget, place = file, replace = false) =>
  restoreShop(config, { place, replace, now, migrations })

const targets: RestoreTarget[] = []
async function target(kind?: 'embedded' | 'postgres') {
  targets.push(await restoreTarget(kind))
  return targets.at(-1)!
}
afterAll(async () => {
  for (const each of targets) await each.remove()
  rmSync(folder, { recursive: true, force: true })
})

describe('a shop backed up while it sells', () => {
  let shop: StripeShop
  beforeAll(async () => {
    shop = await createStripeShop()
  })
  afterAll(() => shop.stripe.close())

  /** Buys, and returns the payment’s ID and the order number. */
  async function buy(cart = [selfItem()]): Promise<[string, string]> {
    const { clientSecret } = (await shop.start(cart)).body
    await shop.confirm(clientSecret)
    const intentId = clientSecret.split('_secret_')[0]
    return [intentId, (await shop.order(cart, intentId)).body.orderNumber]
  }

  it('restores every earlier order, and makes those paid since', async () => {
    await catchUpEvents(shop.shop)
    const told = new Map<string, string>()
    for (let index = 0; index < bought; index++) told.set(...(await buy()))
    const begun: string[] = []
    for (let index = 0; index < 3; index++) begun.push((await shop.start([selfItem()])).body.clientSecret)

    // A letter being sent meanwhile: its later recipients aren’t in the backup.
    const letter = {
      slug: 'december',
      month: '2026-12',
      subject: 'December',
      blocks: [],
      audience: {} as never,
    }
    await shop.shop.db.insert(letters).values({ ...letter, state: 'sending' })
    const place = { kind: 'folder' as const, folder }
    await writeSetting(shop.shop, 'backupPlan', { ...usualRhythm, place, since: now.toISOString() })
    const during = Promise.all(Array.from({ length: bought }, () => buy()))
    await noteRound(shop.shop)
    await backUp(shop.shop, file)
    const later = [...(await during), await buy(), await buy([selfItem(), selfItem()])]
    for (const secret of begun.slice(1)) await shop.confirm(secret)
    await shop.work()
    const [[refundedIntent] = []] = told
    const [paid] = await shop.shop.db
      .select({ membershipId: membershipPayments.membershipId })
      .from(membershipPayments)
      .where(eq(membershipPayments.intentId, refundedIntent!))
    await refundBoxes(shop.shop, paid!)
    await shop.work()
    expect(await shop.shop.db.select().from(orders)).toHaveLength(bought + bought + 2 + 2)
    await shop.database.close()

    const restoredTo = await target()
    expect(await restore(restoredTo)).toMatchObject({ kept: null })
    const { stripe } = shop
    const restored = await createTestShop({
      now: now.toISOString(),
      database: await restoredTo.open(),
      env: {
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_simulated',
        STRIPE_WEBHOOK_SECRET: stripe.webhooks.secret,
        STRIPE_API_BASE: stripe.address,
      },
      payments: ({ stripe: config, timeZone }, clock) => stripePayments(config!, { now: clock, timeZone }),
    })
    expect(await restored.shop.db.select().from(letters)).toMatchObject([{ state: 'stopped' }])
    // A rehearsal must not touch the real shop's backups.
    expect(await readPlan(restored.shop)).toMatchObject({ isPaused: true })
    // Who answered since the backup isn’t known here, so silence means nothing yet.
    await noteRound(restored.shop)
    expect(await isJustBack(restored.shop)).toBe(true)
    const had = await restored.shop.db.select().from(orders)
    for (const [intent, number] of told) {
      expect(had.find((order) => order.stripePaymentIntentId === intent)?.orderNumber).toBe(number)
    }
    await stripe.advanceTo(now)
    for (let round = 0; round < 2; round++) {
      await catchUpEvents(restored.shop)
      await reconcile(restored.shop)
      await restored.work()
    }
    const have = await restored.shop.db.select().from(orders)
    for (const secret of begun.slice(1)) {
      expect(
        have.filter((order) => order.stripePaymentIntentId === secret.split('_secret_')[0]),
      ).toHaveLength(1)
    }
    // What the shop has refunded since doesn't ship, and isn't refunded again.
    const isTheirs = eq(boxes.membershipId, paid!.membershipId)
    expect(await restored.shop.db.select().from(boxes).where(isTheirs)).toMatchObject([{ state: 'refunded' }])
    await refundBoxes(restored.shop, paid!)
    expect(stripe.world.refunds.size).toBe(1)
    // Checkouts started after the backup have lost their carts: their payments are reported, once each.
    const lost = later
      .map(([intent]) => intent)
      .filter((intent) => !have.some((order) => order.stripePaymentIntentId === intent))
    expect(lost.length).toBeGreaterThanOrEqual(2)
    const toldOf = restored.mails.filter((mail) => mail.kind === 'payment-without-order')
    expect(toldOf.map((mail) => mail.subject).sort()).toEqual(
      lost.map((intent) => `A payment without an order: ${intent}`).sort(),
    )
    expect(toldOf[0]!.text).toContain('maya@example.com')
    await restored.close()
  })
})

describe('a backup', () => {
  it('restores row by row, in the soak between both kinds of database', async () => {
    const shop = await createTestShop()
    await fillShop(shop)
    let from = path.join(folder, 'own', 'full.jsonl.gz')
    await backUp(shop.shop, from)
    expect(statSync(path.dirname(from)).mode & 0o777, 'for its owner alone').toBe(0o700)
    expect(statSync(from).mode & 0o777).toBe(0o600)
    await expect(backUp(shop.shop, from)).rejects.toThrow('is there already: name another file')
    const rows = await everyRow(shop.shop.db)
    const lines = await shop.shop.db.select().from(auditLog).where(eq(auditLog.action, 'shop.backup'))
    expect(lines).toMatchObject([{ username: 'command line', entity: 'shop' }])
    // Broken off, it leaves nothing behind that looks like one.
    const db: Database = Object.create(shop.shop.db)
    db.transaction = (work, how) =>
      shop.shop.db.transaction(async (tx) => {
        const done = await work(tx)
        if (how) throw new Error('cut off')
        return done
      }, how)
    const broken = backUp({ ...shop.shop, db }, path.join(folder, 'own', 'broken.jsonl.gz'))
    await expect(broken).rejects.toThrow('cut off')
    expect(readdirSync(path.dirname(from))).toEqual(['full.jsonl.gz'])
    if (shop.database.kind === 'server') {
      // All from one moment, whatever is written meanwhile.
      const known = await shop.shop.db.$count(newsletterSubscribers)
      const writer = packedWriter(path.join(folder, 'meanwhile.jsonl.gz'))
      let isWritten = false
      const { tables } = await writeDump(shop.shop.db, now, {
        ...writer,
        async begin(table) {
          const late = { email: 'late@example.com', source: 'footer', tokenHash: 'x' }
          if (!isWritten) await shop.shop.db.insert(newsletterSubscribers).values(late)
          isWritten = true
          await writer.begin(table)
        },
      })
      expect(tables.newsletter_subscribers?.rows).toBe(known)
    }
    await shop.close()
    // Into the other kind and back takes 10 s; `npm test` stays with PostgreSQL.
    const others = sized(['postgres'] as const, ['embedded', 'postgres'] as const)
    const kinds = inject('databaseKind') === 'embedded' ? [] : others
    for (const kind of kinds) {
      const place = await target(kind)
      await restore(place, from)
      const restored = await place.open()
      expect(await everyRow(restored.db)).toEqual(rows)
      from = path.join(folder, `from-${kind}.jsonl.gz`)
      await writeDump(restored.db, now, packedWriter(from))
      await restored.close()
    }
  })

  it('deletes what a killed one has left, but not one that is being written', async () => {
    const shop = await createTestShop({ env: { DATA_DIR: path.join(folder, 'data') } })
    const backups = path.join(folder, 'data', 'backups')
    mkdirSync(backups, { recursive: true })
    for (const name of ['killed', 'written'])
      writeFileSync(path.join(backups, `${name}.jsonl.gz.unfinished`), 'x')
    mkdirSync(path.join(backups, 'folder.unfinished'))
    const old = Date.now() / 1000 - 25 * 60 * 60
    for (const name of ['killed.jsonl.gz', 'folder'])
      utimesSync(path.join(backups, `${name}.unfinished`), old, old)
    await backUp(shop.shop, null)
    expect(readdirSync(backups).sort()).toEqual([
      'folder.unfinished',
      'shop-20261121-150000.jsonl.gz',
      'written.jsonl.gz.unfinished',
    ])
    await shop.close()
  })

  it('replaces a shop with orders only when told so, never an open one, and keeps the old data', async () => {
    const full = path.join(folder, 'own', 'full.jsonl.gz')
    const place = targets[0]!
    await expect(restore(place, full)).rejects.toThrow('give --replace')
    await expect(
      commands.restore!.runAlone!(place.config as Config, { place: full }, migrations),
    ).rejects.toThrow('give --replace')
    const { kept } = await restore(place, full, true)
    expect(kept).toContain('before-20261122-150000')
    const opened = await place.open()
    expect(await opened.db.select().from(orders)).toHaveLength(2)
    await expect(restore(place, full, true)).rejects.toThrow(
      /: stop (it|every process of the shop), then restore/,
    )
    await opened.close()
  })

  it('says in one sentence that its database server is away', async () => {
    const config = { databaseUrl: 'postgres://shop:secret@127.0.0.1:1/shop', dataDir: folder }
    const place = path.join(folder, 'own', 'full.jsonl.gz')
    const restoring = restoreShop(config, { place, replace: false, now, migrations })
    await expect(restoring).rejects.toThrow(
      /^The database of DATABASE_URL \(127.0.0.1:1\/shop\) cannot be reached/,
    )
    await expect(restoring).rejects.toBeInstanceOf(DatabaseError)
  })

  it('does not take the place of a database that cannot be read, unless told so', async () => {
    const place = await target('embedded')
    mkdirSync(path.join(place.config.dataDir, 'db'))
    writeFileSync(path.join(place.config.dataDir, 'db', 'PG_VERSION'), 'damaged')
    await expect(restore(place, path.join(folder, 'own', 'full.jsonl.gz'))).rejects.toThrow('give --replace')
    await expect(place.open()).rejects.toThrow(/^The database in .+ cannot be opened: .+ with --replace/)
    expect(readFileSync(path.join(place.config.dataDir, 'db', 'PG_VERSION'), 'utf8')).toBe('damaged')
  })

  it('of a release that this one does not know is refused', async () => {
    const place = targets[0]!
    const opened = await place.open()
    const export_ = path.join(folder, 'unknown')
    const manifest = await writeDump(opened.db, now, folderWriter(export_))
    await opened.close()
    const schema = { ...manifest.schema, hash: 'of another release' }
    writeFileSync(path.join(export_, manifestFile), JSON.stringify({ ...manifest, schema }))
    await expect(restore(place, export_, true)).rejects.toThrow(
      'by another release of the shop: install that',
    )
  })

  it('with inconsistent rows leaves the shop unchanged', async () => {
    const place = targets[0]!
    const present = await place.open()
    const rows = await everyRow(present.db)
    const rules = await rulesOf(present.db)
    const torn = path.join(folder, 'torn')
    const manifest = await writeDump(present.db, now, folderWriter(torn))
    await present.close()
    // Members without the people who they are; the sums are right.
    writeFileSync(path.join(torn, rowsFolder, 'people.jsonl'), '')
    const tables = { ...manifest.tables, people: { rows: 0, sha256: '' } }
    writeFileSync(path.join(torn, manifestFile), JSON.stringify({ ...manifest, tables }))
    await expect(
      restoreShop(place.config, { place: torn, replace: true, now: later, migrations }),
    ).rejects.toThrow()
    const after = await place.open()
    expect(await everyRow(after.db)).toEqual(rows)
    expect(await rulesOf(after.db)).toEqual(rules)
    expect(rules).toContain('boxes_no_repeat')
    await after.close()
  })

  /** The names of the constraints that keep the shop's rows right. */
  async function rulesOf(db: Database) {
    const which = sql`select conname as name from pg_constraint where connamespace = 'public'::regnamespace order by 1`
    return (await rowsOf<{ name: string }>(db, which)).map(({ name }) => name)
  }

  it('that is truncated or altered is refused, and nothing is touched', async () => {
    const whole = readFileSync(file)
    const place = await target()
    for (const damaged of [
      whole.subarray(0, whole.length - 200),
      Buffer.concat([whole.subarray(0, 99), Buffer.from('x'), whole.subarray(100)]),
    ]) {
      const bad = path.join(folder, 'bad.jsonl.gz')
      writeFileSync(bad, damaged)
      await expect(restore(place, bad)).rejects.toThrow(/not whole|damaged|not all of it/)
    }
    expect(readdirSync(place.config.dataDir)).toEqual([])
  })
})
