import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { eq, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as schema from '../../db/schema.ts'
import { everyone } from '../../domain/admin/letter-blocks.ts'
import { signIn, testPassword } from '../../test/admin.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { everyRow } from '../../test/every-row.ts'
import { awkward, fillShop, secret } from '../../test/full-shop.ts'
import { join } from '../../test/members.ts'
import { bothKinds } from '../../test/open-test-database.ts'
import { catalogChannel } from '../catalog/catalog-changed.ts'
import { runCommand } from '../cli/commands.ts'
import { isJustBack, noteRound } from '../clock/after-a-break.ts'
import { readerOfManageLink } from '../members/manage-link.ts'
import { applySettings, shopSecret } from '../settings/settings.ts'
import { background, onceAnHour } from '../worker.ts'
import { exportShop } from './export-shop.ts'

describe.each(bothKinds)('on %s', (kind) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shop-export-'))
  const out = path.join(folder, 'out')
  const file = (name: string) => path.join(out, name)
  let shop: TestShop
  let other: TestShop
  let boxId = ''
  beforeAll(async () => {
    shop = await createTestShop({ kind })
    other = await createTestShop({ kind })
    await fillShop(shop)
    // More rows than are read at a time.
    await shop.shop.db.execute(sql`insert into quiz_sources (day, source, medium, campaign, version, step, count)
    select '2026-11-21', 'made-' || n, '', '', 1, 1, n from generate_series(1, 1001) n`)
    // A member's size is not always that of their box.
    const [box] = await shop.shop.db.select().from(schema.boxes).limit(1)
    boxId = box!.id
    await shop.shop.db.update(schema.boxes).set({ size: '48' }).where(eq(schema.boxes.id, boxId))
    await noteRound(shop.shop)
    const letter = { slug: 'december', month: '2026-12', subject: 'December', blocks: [], audience: everyone }
    await shop.shop.db.insert(schema.letters).values({ ...letter, state: 'sending' })
    expect(await run(shop, 'export', { folder: out })).toContain(`2 orders among them, are in ${out}`)
  })
  afterAll(async () => {
    await shop.close()
    await other.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function run({ shop: of }: TestShop, command: string, args: Record<string, string>): Promise<string> {
    const reply = await runCommand(of, { command, args })
    return 'lines' in reply ? reply.lines.join('\n') : reply.problem
  }

  describe('an export', () => {
    it('has a file for every table, and the lists', () => {
      const tables = Object.values(schema).filter((each) => is(each, PgTable))
      expect(readdirSync(file('tables')).sort()).toEqual(
        tables.map((table) => `${getTableName(table)}.jsonl`).sort(),
      )
      expect(readdirSync(file('lists')).sort()).toEqual([
        'boxes.csv',
        'members.csv',
        'orders.csv',
        'subscribers.csv',
      ])
    })

    it('has no secret in its lists, and no formula', () => {
      const hashes = readFileSync(file('tables/newsletter_subscribers.jsonl'), 'utf8').match(
        /(?<="token":")[^"]+/g,
      )
      const secrets = [secret, ...(hashes ?? []), 'cus_', 'sub_', '_secret_']
      for (const name of readdirSync(file('lists'))) {
        const text = readFileSync(file(`lists/${name}`), 'utf8')
        for (const each of secrets) expect(text, `${each} in ${name}`).not.toContain(each)
        expect(text).not.toMatch(/(^|,|")=/m)
      }
      const members = readFileSync(file('lists/members.csv'), 'utf8').trim().split('\n')
      expect(members).toHaveLength(4)
      expect(members[1]).toContain('Ellison,418 Alder Street,,Portland,OR,97209')
      expect(readFileSync(file('tables/users.jsonl'), 'utf8')).toContain(secret)
    })

    it('says in its lists whose a membership is, until when it is paid, and what was bought together', () => {
      const rows = (name: string): Record<string, string>[] =>
        parse(readFileSync(file(`lists/${name}.csv`)), { bom: true, columns: true })
      expect(rows('members').find(({ plan }) => plan === '12-months')).toMatchObject({
        ...{ recipient: 'gift', name: 'Thomas Ellison', member_email: 'thomas@example.com' },
        ...{ payer_email: 'maya@example.com', renews: 'false', paid_until: expect.stringMatching(/^20/) },
      })
      expect(rows('members').find(({ plan }) => plan === 'monthly')).toMatchObject({
        ...{ recipient: 'self', renews: 'true', paid_until: '2026-12-21', size: '36' },
      })
      expect(rows('orders').map(({ plans }) => plans)).toContain('6-months + 12-months')
    })

    it('that breaks off leaves nothing that looks like one', async () => {
      const place = path.join(folder, 'broken')
      const db = new Proxy(other.shop.db, {
        get: (target, key) =>
          key === 'transaction'
            ? (work: never, how: unknown) =>
                how ? Promise.reject(new Error('cut off')) : target.transaction(work)
            : Reflect.get(target, key),
      })
      await expect(exportShop({ ...other.shop, db }, place)).rejects.toThrow('cut off')
      expect(readdirSync(folder)).toEqual(['out'])
    })

    it('is readable by its owner only, and logged', async () => {
      expect(statSync(out).mode & 0o777).toBe(0o700)
      expect(statSync(file('lists/orders.csv')).mode & 0o777).toBe(0o600)
      const [line] = await shop.shop.db
        .select()
        .from(schema.auditLog)
        .where(eq(schema.auditLog.action, 'shop.export'))
      expect(line).toMatchObject({ username: 'command line', entity: 'shop' })
      expect(readFileSync(file('lists/orders.csv'), 'utf8')).toContain(
        '418 Alder Street, Portland, OR, 97209',
      )
      const lines = readFileSync(file('lists/boxes.csv'), 'utf8').split('\n')
      expect(lines.find((each) => each.startsWith(boxId))).toContain(',48,')
    })

    it('doesn’t overwrite existing files', async () => {
      expect(await run(shop, 'export', { folder: out })).toBe(`${out} is not empty: name another folder.`)
    })
  })

  describe('an import', () => {
    it('of an altered, truncated or incomplete export changes nothing', async () => {
      const before = await everyRow(other.shop.db)
      const orders = file('tables/orders.jsonl')
      const text = readFileSync(orders, 'utf8')
      writeFileSync(orders, text.replace('maya@', 'may4@'))
      expect(await run(other, 'import', { place: out })).toContain('the rows of orders are not those')
      writeFileSync(orders, text.slice(0, text.indexOf('\n') + 1))
      expect(await run(other, 'import', { place: out })).toContain('orders has 1 rows where 2 were written')
      rmSync(orders)
      expect(await run(other, 'import', { place: out })).toContain('orders.jsonl is missing')
      writeFileSync(orders, text)
      expect(await run(other, 'import', { place: folder })).toContain('it has no manifest.json')
      expect(await run(other, 'import', { place: file('nowhere') })).toContain('There is nothing at')
      expect(await everyRow(other.shop.db)).toEqual(before)
    })

    it('from another release says which release to use', async () => {
      const manifest = readFileSync(file('manifest.json'), 'utf8')
      const changed = JSON.parse(manifest)
      changed.schema = { ...changed.schema, hash: 'other', when: changed.schema.when - 1 }
      writeFileSync(file('manifest.json'), JSON.stringify(changed))
      expect(await run(other, 'import', { place: out })).toContain(
        'an older release of the shop: use restore',
      )
      changed.schema.when += 2
      writeFileSync(file('manifest.json'), JSON.stringify(changed))
      expect(await run(other, 'import', { place: out })).toContain(
        'a newer release of the shop: install that',
      )
      // Of a form that only a later release knows.
      writeFileSync(file('manifest.json'), manifest.replace('"format": 1', '"format": 2'))
      expect(await run(other, 'import', { place: out })).toContain('was made by a newer release')
      writeFileSync(file('manifest.json'), manifest)
    })

    it('into a shop that somebody has signed up at is refused, though nobody has bought', async () => {
      await other.post('/api/newsletter/subscribe', { email: 'first@example.com', source: 'footer' })
      expect(await run(other, 'import', { place: out })).toMatch(
        /^This shop is not new: it has (newsletter subscribers|outbox|rate limits)/,
      )
      const { db } = other.shop
      await db.delete(schema.outbox)
      await db.delete(schema.rateLimits)
      expect(await run(other, 'import', { place: out })).toContain('it has newsletter subscribers.')
      await db.delete(schema.newsletterSubscribers)
    })

    it('reproduces the shop row by row in one that its owner has opened and signed in at, and it runs on', async () => {
      for (const [part, work] of Object.entries(background)) await onceAnHour(other.shop, part, work)
      const owner = await signIn(other)
      const passwords = { currentPassword: testPassword, newPassword: 'a belt for every month' }
      expect((await owner.post('/api/auth/password', passwords)).status).toBe(200)
      await other.work()
      expect(other.mails.map(({ kind }) => kind)).toContain('security-notice')
      const [, token] = /mail\/manage\/([\w-]+)/.exec(
        shop.mails.find(({ kind }) => kind === 'order-confirmation')!.text,
      )!
      await shopSecret(other.shop, 'links of its own')
      // Each process hears of it, because its pages show the belts of before.
      const notice = vi.fn()
      await new Promise<void>((connected) => {
        const trouble = (error: unknown) => {
          throw error
        }
        const listening = other.database.listen(catalogChannel, { notice, connected, trouble })
        onTestFinished(() => listening.end())
      })
      expect(await run(other, 'import', { place: out })).toContain('rows of')
      await expect.poll(() => notice.mock.calls.length).toBe(1)
      const [here, there] = [await everyRow(other.shop.db), await everyRow(shop.shop.db)]
      const changed = { letters: [], worker_looks: [] }
      expect({ ...here, ...changed }).toEqual({ ...there, ...changed })
      // The exported shop may have sent more of it since.
      expect(await other.shop.db.select().from(schema.letters)).toMatchObject([{ state: 'stopped' }])
      // What people did meanwhile isn't known here: nobody's silence counts yet.
      await noteRound(other.shop)
      expect(await isJustBack(other.shop)).toBe(true)
      // As every process does on that notice. Links that the exported shop sent open here.
      await applySettings(other.shop)
      expect(await readerOfManageLink(other.shop, token!)).toBe('maya@example.com')
      // Counted by the database: `everyRow` reads as an export does.
      expect(await other.shop.db.$count(schema.quizSources)).toBe(1001)
      // PostgreSQL knows how many there are, and plans for them.
      const known = sql`select reltuples::integer as rows from pg_class where relname = 'quiz_sources'`
      expect(await other.shop.db.execute(known)).toMatchObject({ rows: [{ rows: 1001 }] })
      expect(JSON.stringify(await everyRow(other.shop.db))).toContain(
        JSON.stringify(JSON.stringify(awkward)).slice(1, -1),
      )
      // Triggers and references stand again: an order is counted and found, and an audit line is kept.
      await join(other, [selfItem()])
      const counted = await other.shop.db.execute(
        sql`select sum(orders)::integer as orders from order_counts`,
      )
      expect(counted).toMatchObject({ rows: [{ orders: 3 }] })
      await expect(other.shop.db.execute(sql`delete from audit_log`)).rejects.toThrow()
      await expect(other.shop.db.execute(sql`delete from memberships`)).rejects.toThrow()
    })

    it('into a shop with orders is refused', async () => {
      const before = await everyRow(other.shop.db)
      expect(await run(other, 'import', { place: out })).toMatch(
        /^This shop is not new: it has .+ Import into a new shop/,
      )
      expect(await everyRow(other.shop.db)).toEqual(before)
    })
  })
})
