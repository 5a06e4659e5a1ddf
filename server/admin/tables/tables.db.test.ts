import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { rowsOf } from '../../../db/database.ts'
import { auditLog, beltVariants, boxes, products } from '../../../db/schema.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { join } from '../../../test/members.ts'
import { sized } from '../../../test/random.ts'

const drop = '2025-11'
let test: TestShop
let owner: SignedIn
beforeAll(async () => {
  test = await createTestShop({ connections: 3 })
  owner = await signIn(test)
})
afterAll(() => test.close())

const bytes = (text: string) => new TextEncoder().encode(text)
type Kind = 'belts' | 'stock'
const out = async (what: Kind) => (await owner.request('GET', `/api/admin/${what}.csv?drop=${drop}`)).text()
const look = async (what: Kind, file: string | Uint8Array, staff = owner) => {
  const answer = await staff.request(
    'POST',
    `/api/admin/${what}.csv/preview?drop=${drop}`,
    typeof file === 'string' ? bytes(file) : file,
    { 'content-type': 'application/octet-stream' },
  )
  return { status: answer.status, body: await answer.json() }
}
const take = async (what: Kind, file: string, seen?: string) => {
  const known = seen ?? (await look(what, file)).body.seen
  const path = `/api/admin/${what}.csv?drop=${drop}&seen=${known}`
  const answer = await owner.request('POST', path, bytes(file), {
    'content-type': 'application/octet-stream',
  })
  return { status: answer.status, body: await answer.json() }
}
const belt = async (sku: string) =>
  (await test.shop.db.select().from(products).where(eq(products.sku, sku)))[0]
const stockOf = async (sku: string, size: string) => {
  const { body } = await owner.get(`/api/admin/belts?drop=${drop}`)
  return body.belts
    .find((each: { sku: string }) => each.sku === sku)
    .stock.find((each: { size: string }) => each.size === size).stock
}

describe('belts as a file', () => {
  it('change nothing when reimported as is, even apparent formulas and pre-rule values', async () => {
    const awkward = {
      name: "'=2+5+cmd|' /C calc'!A0",
      description: '=1;2,"3"\r\nnext',
      colors: ['Black, matte', '-Tan'],
    }
    const [before] = await test.shop.db.select().from(products).where(eq(products.drop, drop)).limit(1)
    await test.shop.db
      .update(products)
      .set({ ...awkward, suits: '  ' })
      .where(eq(products.id, before!.id))
    for (const what of ['belts', 'stock'] as const) {
      const { status, body } = await look(what, await out(what))
      expect([status, body.taken, body.badLines, body.ignored]).toEqual([200, 0, 0, []])
      expect(body.known).toBe(what === 'belts' ? 18 : 18 * 7)
    }
    await test.shop.db.update(products).set(before!).where(eq(products.id, before!.id))
  })

  it('add and change good lines, explain bad ones, and preview it all', async () => {
    const file = [
      'Drop;SKU;Name;Description;For;Style;Leather;Width;Buckle;Colors;Order;Typo',
      'Nov-25;md1-202511-ashbury;The Ashbury;;Men;Dress;Cordovan;34 mm;;Oak, Fig;;x',
      'November 2025;MC9-202511-QUAY;The Quay;Waxed.;men;casual;Bridle leather;38;Roller;Black, matte | Tan;;',
      ';MC8-202511-DOCK;The Quay;Waxed.;men;casual;Bridle leather;38;Roller;Black;;',
      '2031-01;MC7-203101-FAR;The Far;Far.;men;casual;Leather;38;Roller;Black;;',
      ';MD2-202511-WHITLOCK;;;kids;;;wide;;;;',
      ';;Nameless;;;;;;;;;',
      '2025-12;MD1-202511-ASHBURY;;;;;;;;;;',
    ].join('\r\n')
    const { body } = await look('belts', file)
    expect(body.problems).toEqual([
      {
        line: 4,
        column: 'Name',
        problem: 'November 2025 already has a belt named The Quay. Choose another name.',
      },
      {
        line: 5,
        column: 'Drop',
        problem: 'There’s no drop for January 2031 yet. Create it first, under Drops.',
      },
      { line: 6, column: 'For', problem: '“kids” doesn’t fit. Write Men or Women.' },
      { line: 6, column: 'Width in mm', problem: '“wide” doesn’t fit. Write a whole number.' },
      { line: 7, column: 'SKU', problem: 'Every line needs the SKU of its belt.' },
      { line: 8, column: 'SKU', problem: 'MD1-202511-ASHBURY is on line 2 too. Keep one of the two.' },
    ])
    expect(body.ignored).toEqual(['Typo'])
    expect(body.changes).toMatchObject([
      {
        line: 2,
        what: 'The Ashbury',
        fields: [
          { name: 'Material', after: 'Cordovan' },
          { name: 'Width in mm', before: '33', after: '34' },
          { name: 'Colors', after: 'Oak, Fig' },
        ],
      },
      { line: 3, what: 'The Quay, November 2025', isNew: true },
    ])
    expect((await belt('MD1-202511-ASHBURY'))!.width).toBe('33 mm')

    const { status, body: taken } = await take('belts', file, body.seen)
    expect([status, taken.taken, taken.badLines]).toEqual([200, 2, 5])
    expect(await belt('MD1-202511-ASHBURY')).toMatchObject({
      ...{ width: '34 mm', material: 'Cordovan', colors: ['Oak', 'Fig'] },
    })
    const made = (await belt('MC9-202511-QUAY'))!
    expect(made).toMatchObject({ drop, slug: 'the-quay', colors: ['Black, matte', 'Tan'], isActive: true })
    expect(
      await test.shop.db.select().from(beltVariants).where(eq(beltVariants.productId, made.id)),
    ).toHaveLength(7)
    const [line] = await test.shop.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'belt.update'), eq(auditLog.entity, 'products')))
    expect(line).toMatchObject({ after: { width: '34 mm', material: 'Cordovan' }, username: 'test-owner' })
    expect((await look('belts', file)).body).toMatchObject({ taken: 0, known: 2 })
  })

  it('accept no missing picture, and never change a belt’s sizes', async () => {
    const gone = `/uploaded/${'x'.repeat(43)}-840.webp`
    const file = [
      'SKU,For,Product picture,Product picture words',
      `MD1-202511-ASHBURY,,${gone},A belt`,
      'MD2-202511-WHITLOCK,Women,,',
    ].join('\n')
    const { body } = await look('belts', file)
    const places = body.problems.map((each: { line: number; column: string }) => [each.line, each.column])
    expect([body.taken, places]).toEqual([
      0,
      [
        [2, 'Product picture'],
        [3, 'For'],
      ],
    ])
  })

  it('keep a renamed belt’s page and history', async () => {
    const before = (await belt('MD1-202511-ASHBURY'))!
    await join(test, [selfItem('monthly')])
    const [box] = await test.shop.db
      .update(boxes)
      .set({ productId: before.id, state: 'assigned' })
      .returning()
    const rename = (name: string) => take('belts', `SKU,Name\n${before.sku},${name}\n`)
    expect((await rename('The Renamed')).body.taken).toBe(1)
    const { slug, design } = before
    expect(await belt(before.sku)).toMatchObject({ name: 'The Renamed', slug, design })
    await rename(before.name)
    await test.shop.db.delete(boxes).where(eq(boxes.id, box!.id))
  })

  it('never overwrite a save made since the preview', async () => {
    const file = 'SKU,Material\nMD1-202511-ASHBURY,Suede\n'
    const { seen } = (await look('belts', file)).body
    await test.shop.db
      .update(products)
      .set({ material: 'Canvas' })
      .where(eq(products.sku, 'MD1-202511-ASHBURY'))
    const { status, body } = await take('belts', file, seen)
    expect([status, body.message]).toEqual([409, expect.stringContaining('since you looked')])
    expect((await belt('MD1-202511-ASHBURY'))!.material).toBe('Canvas')
  })

  it('handle many belts and as many inventory lines', async () => {
    const many = sized(500, 5_000)
    const lines = Array.from(
      { length: many },
      (_, n) => `MC${n + 100}-202511-MANY,Many ${n},Words,Men,Casual,Leather,38,Roller,Black,${n % 9999}`,
    )
    const file = `SKU,Name,Description,For,Style,Material,Width,Buckle,Colors,Order\n${lines.join('\n')}\n`
    expect((await take('belts', file)).body).toMatchObject({ taken: many, badLines: 0 })
    const counts = lines.map((each) => `${each.split(',')[0]},34,7`)
    const stock = `SKU,Size,Stock\n${counts.join('\n')}\n`
    expect((await take('stock', stock)).body).toMatchObject({ taken: many, badLines: 0 })
    expect(await stockOf(`MC${many + 99}-202511-MANY`, '34')).toBe(7)
    await test.shop.db.delete(products).where(sql`sku like '%-MANY'`)
  })
})

describe('inventory as a file', () => {
  const sku = 'MD1-202511-ASHBURY'
  it('sets or adds the good lines, and names the others', async () => {
    const label = /([0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4})\s*$/m
    const own = (await out('stock')).split('\n').find((each) => each.includes(`${sku},The Ashbury,36`))!
    const file = [
      'SKU,Size,Stock,Add,Label',
      `${sku},32,"1,200",,`,
      `${sku},34,20,5,`,
      `,,9,,${label.exec(own)![1]}`,
      `${sku},38,12.5,,`,
      `${sku},40,1.000,,`,
      `${sku},26,1,,`,
      'NO-SUCH,34,1,,',
      `${sku},34,3,,`,
      ',,3,,',
      `${sku},42,100001,,`,
    ].join('\n')
    const { body } = await look('stock', file)
    expect(body.changes.map((each: { fields: unknown[] }) => each.fields[0])).toEqual([
      { name: 'Stock', before: '20', after: '1200' },
      { name: 'Stock', before: '20', after: '25' },
      { name: 'Stock', before: '20', after: '9' },
    ])
    expect(body.problems.map((each: { line: number; column: string }) => [each.line, each.column])).toEqual([
      [5, 'Stock'],
      [6, 'Stock'],
      [7, 'Size'],
      [8, 'SKU'],
      [9, 'SKU'],
      [10, 'SKU'],
      [11, 'Stock'],
    ])
    expect((await take('stock', file, body.seen)).body).toMatchObject({ taken: 3, badLines: 7 })
    expect([await stockOf(sku, '32'), await stockOf(sku, '34'), await stockOf(sku, '36')]).toEqual([
      1200, 25, 9,
    ])
    // Sent again after an answer that got lost, what came in is not added twice unseen.
    expect((await take('stock', file, body.seen)).status).toBe(409)
    expect(await stockOf(sku, '34')).toBe(25)
  })

  // On the embedded database one transaction follows the other.
  it.runIf(inject('databaseKind') === 'postgres')(
    'never overwrites what is packed while the file is read',
    async () => {
      const file = `SKU,Size,Add\n${sku},44,5\n`
      const { seen } = (await look('stock', file)).body
      const id = (await belt(sku))!.id
      const begun = await test.shop.db.transaction(async (tx) => {
        const isIt = and(eq(beltVariants.productId, id), eq(beltVariants.size, '44'))
        await tx.update(beltVariants).set({ stock: 19 }).where(isIt)
        const taken = take('stock', file, seen)
        await vi.waitFor(async () => {
          const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
          expect(await rowsOf(test.shop.db, waiting)).toHaveLength(1)
        }, 60_000)
        return { taken }
      })
      expect((await begun.taken).status).toBe(409)
      expect(await stockOf(sku, '44')).toBe(19)
    },
  )

  it('says who loses an assigned belt first, and packers may use it', async () => {
    await join(test, [selfItem('monthly', { size: '34' })])
    await test.shop.db.update(boxes).set({ productId: (await belt(sku))!.id, state: 'assigned', size: '34' })
    const listed = (await out('stock')).split('\n').filter((line) => line.includes(sku))
    const cells = listed.map((line) => line.split(','))
    expect(cells.map(([, , , size, , , promised]) => [size, promised])).toEqual([
      ...[
        ['32', '0'],
        ['34', '1'],
        ['36', '0'],
        ['38', '0'],
        ['40', '0'],
        ['42', '0'],
        ['44', '0'],
      ],
    ])
    const file = `SKU;Size;Stock\n${sku};34;0\n`
    const { body } = await look('stock', file, await signIn(test, 'packer'))
    expect([body.losing, body.changes[0].warning]).toEqual([
      1,
      expect.stringMatching(/ was promised one and will lose it\.$/),
    ])
    // Promised to someone else since: they would lose it unseen.
    const { shippingDetails } = selfItem()
    const lee = { ...shippingDetails!, email: 'lee@example.com' }
    await join(test, [selfItem('monthly', { size: '34', shippingDetails: lee })])
    await test.shop.db.update(boxes).set({ productId: (await belt(sku))!.id, state: 'assigned', size: '34' })
    expect((await take('stock', file, body.seen)).status).toBe(409)
    const place = and(eq(beltVariants.productId, (await belt(sku))!.id), eq(beltVariants.size, '34'))
    await test.shop.db.update(beltVariants).set({ stock: 0 }).where(place)
    const added = (await look('stock', `SKU,Size,Add\n${sku},34,1\n`)).body
    expect([added.taken, added.losing], 'nobody loses by what comes in').toEqual([1, 0])
    await test.shop.db.update(beltVariants).set({ stock: 25 }).where(place)
    const again = (await look('stock', file)).body
    expect(again.losing).toBe(2)
    expect((await take('stock', file, again.seen)).status).toBe(200)
    const states = await test.shop.db.select({ state: boxes.state }).from(boxes)
    expect(states).toEqual([{ state: 'owed' }, { state: 'owed' }])
    expect((await look('belts', file, await signIn(test, 'packer'))).status).toBe(403)
  })
})
