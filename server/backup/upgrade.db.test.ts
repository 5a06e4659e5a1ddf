import { readFileSync } from 'node:fs'
import path from 'node:path'
import { asc, eq, isNull, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, rowsOf } from '../../db/database.ts'
import { lastMigration, migrationsUpTo } from '../../db/dump/migrations.ts'
import { boxes, memberships, orders, outbox, products, refunds, users } from '../../db/schema.ts'
import { slugOf } from '../../domain/slug.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { everyDefinition } from '../../test/every-definition.ts'
import { everyRow } from '../../test/every-row.ts'
import { bill, ledgerOf } from '../../test/members.ts'
import { openTestDatabase } from '../../test/open-test-database.ts'
import { migrations, type RestoreTarget, restoreTarget } from '../../test/restore-target.ts'
import { findOrders } from '../admin/orders/find-orders.ts'
import { refundBoxes } from '../billing/refund-boxes.ts'
import { reconcile } from '../checkout/reconcile.ts'

const fixture = readFileSync(path.join(import.meta.dirname, '../../test/first-release.sql'), 'utf8')
/** The last migration of the first release, told-orders. */
const firstRelease = readMigrationFiles({ migrationsFolder: migrations })[2]!.folderMillis

let place: RestoreTarget
let shop: TestShop
let before: Record<string, string[]>
beforeAll(async () => {
  place = await restoreTarget()
  const older = migrationsUpTo(migrations, firstRelease)
  const old = await place.open(older.folder)
  await old.db.transaction(async (tx) => {
    for (const statement of fixture.split(/;\n/))
      if (statement.trim() !== '') await tx.execute(sql.raw(statement))
  })
  before = await everyRow(old.db)
  await old.close()
  older.remove()
  shop = await createTestShop({ database: await place.open(), now: '2026-11-21T15:10:00Z' })
})
afterAll(async () => {
  await shop.close()
  await place.remove()
})

/** What later releases changed on purpose: words of the quiz and their order (migration 0012); statuses that boxes contradict (0043). */
const changed: Record<string, string[]> = {
  quiz_questions: ['question_text', 'display_order'],
  orders: ['status'],
}

describe('a first-release database upgraded to today', () => {
  it('has the tables that a new shop begins with', async () => {
    const fresh = await openTestDatabase()
    const [upgraded, begun] = await Promise.all([shop.shop.db, fresh.db].map(everyDefinition))
    expect(begun!.length).toBeGreaterThan(1_000)
    expect(upgraded).toEqual(begun)
    const slots = (db: Database) => rowsOf(db, 'select slot from order_counts order by slot')
    expect(await slots(shop.shop.db)).toEqual(await slots(fresh.db))
    const last = (db: Database) => db.transaction(lastMigration)
    expect(await last(shop.shop.db)).toEqual(await last(fresh.db))
    await fresh.close()
  })

  it('keeps every row and its contents', async () => {
    const after = await everyRow(shop.shop.db)
    for (const [table, lines] of Object.entries(before)) {
      expect(lines.length, `the fixture has no ${table}`).toBeGreaterThan(table === 'drops' ? -1 : 0)
      const now = after[table]!.map((line) => JSON.parse(line))
      for (const line of lines) {
        const row = JSON.parse(line)
        for (const column of changed[table] ?? []) delete row[column]
        expect(now, `${table}: ${line}`).toContainEqual(expect.objectContaining(row))
      }
    }
  })

  it('gives every belt an address from its name', async () => {
    const belts = await shop.shop.db.select({ name: products.name, slug: products.slug }).from(products)
    expect(belts.length).toBeGreaterThan(0)
    for (const { name, slug } of belts) expect(slug).toBe(slugOf(name))
  })

  it('knows the owner and email of every box and membership', async () => {
    const rows = await shop.shop.db.select().from(memberships).orderBy(asc(memberships.createdAt))
    for (const row of rows) {
      const { drops, boxes: owed } = await ledgerOf(shop, row.id)
      expect(drops.length).toBeGreaterThan(0)
      expect(new Set(owed.map((box) => box.personId))).toEqual(new Set([row.personId]))
      expect(row.payerEmail).toMatch(/^buyer\d+@example\.com$/)
      expect(row.memberEmail).toMatch(row.isGift ? /^recipient\d+@example\.com$/ : /^buyer\d+@example\.com$/)
      expect(row.noticeOn).toBe(row.isGift ? '2026-12-24' : null)
      expect(row.customerId).toMatch(/^cus_demo_old\d+$/)
    }
    expect(await shop.shop.db.select().from(boxes).where(isNull(boxes.personId))).toEqual([])
    expect((await shop.shop.db.select().from(users).where(eq(users.username, 'admin')))[0]?.role).toBe(
      'owner',
    )
  })

  it('finds its orders in the admin by number, name and email', async () => {
    for (const search of ['OLD7', 'müller person 7', 'buyer7@example.com']) {
      const { ids } = await findOrders(shop.shop, { search }, 10)
      expect(ids, search).toHaveLength(1)
    }
    expect((await findOrders(shop.shop, {}, 50)).ids).toHaveLength(12)
  })

  it('makes the order for a cart paid just before', async () => {
    await reconcile(shop.shop)
    await shop.work()
    const made = await shop.shop.db
      .select()
      .from(orders)
      .where(eq(orders.stripePaymentIntentId, 'pi_demo_open'))
    expect(made).toHaveLength(1)
    expect(shop.mails.filter((mail) => mail.kind === 'order-confirmation')).toHaveLength(1)
  })

  it('renews its members and makes refunds', async () => {
    const due = await shop.shop.db
      .select()
      .from(memberships)
      .where(eq(memberships.stripeSubscriptionId, 'sub_demo_old8'))
    const membershipId = due[0]!.id
    await refundBoxes(shop.shop, { membershipId })
    await shop.work()
    const given = await shop.shop.db.select().from(refunds)
    expect(given.map((refund) => refund.status)).toEqual(['succeeded'])
    shop.clock.set('2027-05-15T17:00:00Z')
    await bill(shop)
    const { payments } = await ledgerOf(shop, await idOf('sub_demo_old4'))
    expect(payments.map((payment) => [payment.amountCents, payment.boxCount])).toEqual([
      [35_700, 6],
      [35_700, 6],
    ])
    expect(await shop.shop.db.select().from(outbox).where(eq(outbox.kind, 'renewal-receipt'))).not.toEqual([])
  })
})

async function idOf(subscriptionId: string): Promise<string> {
  const [row] = await shop.shop.db
    .select()
    .from(memberships)
    .where(eq(memberships.stripeSubscriptionId, subscriptionId))
  return row!.id
}
