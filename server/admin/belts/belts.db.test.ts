import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLog, boxes, orderItems } from '../../../db/schema.ts'
import type { BeltFields } from '../../../domain/admin/belt-contracts.ts'
import { beltSizes } from '../../../domain/sizing.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { currentBelts } from '../../catalog/current-drop.ts'

let test: TestShop
let owner: SignedIn
beforeAll(async () => {
  test = await createTestShop()
  owner = await signIn(test)
})
afterAll(() => test.close())

const belt = (changes: Partial<BeltFields> = {}): BeltFields => ({
  name: 'The Foghorn',
  description: 'Waxed and dark, for wet days.',
  material: 'Bridle leather',
  widthMm: 36,
  buckle: 'Roller, brass',
  style: 'casual',
  gender: 'male',
  colors: ['Black'],
  sku: 'MC4-202511-FOGHORN',
  imageUrl: null,
  imageAlt: '',
  lifestyleImageUrl: null,
  lifestyleAlt: '',
  suits: '',
  nightImageUrl: null,
  detailImageUrl: null,
  detailAlt: '',
  displayOrder: 30,
  isActive: true,
  ...changes,
})
const create = (changes: Partial<BeltFields> = {}, drop = '2025-11') =>
  owner.post('/api/admin/belts', { drop, belt: belt(changes) })
const edit = (id: string, changes: Partial<BeltFields>) =>
  owner.patch(`/api/admin/belts/${id}`, { belt: belt(changes) })
const shown = async () => (await currentBelts(test.shop)).map((each) => each.name)
const written = (id: string) => test.shop.db.select().from(auditLog).where(eq(auditLog.entityId, id))
/** Assigns someone’s paid box to a belt. */
async function send(productId: string) {
  const cart = [selfItem('monthly')]
  const started = await test.post('/api/create-payment-intent', { cartItems: cart })
  const paid = await test.pay(started.body.clientSecret)
  await test.order(cart, paid.body.paymentIntentId)
  await test.shop.db.update(boxes).set({ productId, state: 'assigned' })
}

describe('belts in the admin', () => {
  it('list the current drop’s belts with their inventory', async () => {
    const { body } = await owner.get('/api/admin/belts')
    expect(body.drop).toBe('2025-11')
    expect(body.belts).toHaveLength(18)
    expect(body.belts[0]).toMatchObject({ sku: 'MD1-202511-ASHBURY', widthMm: 33, isUsed: false })
    expect(body.belts[0].stock).toEqual(beltSizes.male.map((size) => ({ size, stock: 20 })))
    expect((await owner.get('/api/admin/belts?drop=2030-01')).body.belts).toEqual([])
    // A search is of every drop, the newest first; a sign that means something to the database is only a sign.
    const found = (await owner.get('/api/admin/belts?search=the')).body
    expect(found.drop).toBeNull()
    expect(found.belts.length).toBeGreaterThan(1)
    const [first] = found.belts
    expect((await owner.get(`/api/admin/belts?search=${first.sku.toLowerCase()}`)).body.belts).toMatchObject([
      { id: first.id },
    ])
    expect((await owner.get('/api/admin/belts?search=%25')).body.belts).toEqual([])
  })

  it('have unique names within a drop, and keep their own', async () => {
    const { id } = (await create({ sku: 'MC5-202511-HARBOR', name: 'The Harbor' })).body.belt
    const twin = await create({ sku: 'MC6-202511-HARBOR', name: ' the  harbor' })
    const sentence = 'November 2025 already has a belt named The Harbor. Choose another name.'
    expect([twin.status, twin.body.fields]).toEqual([409, { 'belt.name': sentence }])
    const same = { sku: 'MC5-202511-HARBOR', name: 'The Harbor' }
    expect((await edit(id, { ...same, material: 'Suede' })).status).toBe(200)
    const renamed = await edit(id, { ...same, name: 'The Ashbury' })
    expect([renamed.status, renamed.body.code]).toEqual([409, 'taken'])
    expect((await owner.del(`/api/admin/belts/${id}`)).status).toBe(200)
  })

  it('never overwrite another admin’s change unless confirmed', async () => {
    const { id } = (await create({ sku: 'MC4-202511-TWICE' })).body.belt
    const first = belt({ sku: 'MC4-202511-TWICE' })
    const save = (changes: object, was?: object) =>
      owner.patch(`/api/admin/belts/${id}`, { belt: { ...first, ...changes }, was })
    expect((await save({ material: 'Suede' }, first)).status).toBe(200)
    const refused = await save({ name: 'The Twice' }, first)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'not_possible', details: { changed: 'material' } },
    })
    expect(refused.body.message).toMatch(
      /^test-owner saved this belt while you were writing, and changed: material\.$/,
    )
    expect((await save({ name: 'The Twice' }, { ...first, material: 'Suede' })).status).toBe(200)
    test.clock.advance(60_000)
    const ana = await signIn(test, 'owner', 'ana')
    await ana.patch(`/api/admin/belts/${id}`, { belt: { ...first, name: 'The Thrice' } })
    const late = await save({ material: 'Calf' }, { ...first, name: 'The Twice', material: 'Suede' })
    expect(late.body.message, 'who saved last, not first').toMatch(/^ana saved this belt/)
    expect((await save({ name: 'The Last' })).body.belt).toMatchObject({
      name: 'The Last',
      material: first.material,
    })
    await owner.del(`/api/admin/belts/${id}`)
  })

  it('are created, changed and archived, and the home page follows', async () => {
    const made = await create()
    expect(made.status).toBe(200)
    expect(made.body.belt.stock).toEqual(beltSizes.male.map((size) => ({ size, stock: 0 })))
    expect(await shown()).toContain('The Foghorn')
    const { id } = made.body.belt
    const colors = [' Black', 'Tan ', 'Black']
    expect((await edit(id, { colors })).body.belt.colors).toEqual(['Black', 'Tan'])
    await edit(id, {})
    expect((await edit(id, { name: ' The Quay ' })).body.belt.name).toBe('The Quay')
    expect((await owner.get(`/api/admin/belts/${id}`)).body.belt.name).toBe('The Quay')
    expect((await edit(id, { name: 'The Quay', isActive: false })).status).toBe(200)
    expect(await shown()).not.toContain('The Quay')
    const lines = await written(id)
    expect(lines.map(({ action, before, after }) => [action, before, after])).toEqual(
      expect.arrayContaining([
        ['belt.create', null, expect.objectContaining({ sku: 'MC4-202511-FOGHORN' })],
        // Not sent to anyone yet: its page’s address follows its name.
        ['belt.update', { name: 'The Foghorn', slug: 'the-foghorn' }, { name: 'The Quay', slug: 'the-quay' }],
        ['belt.update', { isActive: true }, { isActive: false }],
      ]),
    )
    expect((await owner.del(`/api/admin/belts/${id}`)).body).toEqual({ success: true })
    expect((await owner.get(`/api/admin/belts/${id}`)).status).toBe(404)
  })

  it.each([
    [{ name: ' ' }, 'belt.name', 'Give the belt a name.'],
    [{ widthMm: 33.5 }, 'belt.widthMm', 'Enter the width in millimeters, from 10 to 80.'],
    [{ colors: [] }, 'belt.colors', 'Name at least one color.'],
    [{ sku: 'MC4-202512-FOGHORN' }, 'belt.sku', /have 202511 in them, like MC1-202511-FOGHORN/],
    [{ sku: 'MD1-202511-ASHBURY' }, 'belt.sku', /^The Ashbury of November 2025 has this SKU/],
    [{ imageUrl: 'https://example.com/x.png', imageAlt: 'x' }, 'belt.imageUrl', 'Upload the picture first.'],
    [{ imageUrl: `/uploaded/${'x'.repeat(43)}-840.webp`, imageAlt: 'x' }, 'belt.imageUrl', /Upload it again/],
    [{ imageUrl: '/pictures/men-dress-1-product-840.webp' }, 'belt.imageAlt', /Say what the picture shows/],
    [{ name: 'Half of an emoji, \ud83d' }, 'belt.name', 'Remove the characters that aren’t text.'],
  ])('are refused with %j, naming the field', async (changes, field, sentence) => {
    const { status, body } = await create(changes as Partial<BeltFields>)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(body.fields[field]).toEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    )
    expect(await shown()).not.toContain('The Foghorn')
  })

  it('need an existing drop', async () => {
    const { status, body } = await create({ sku: 'MC1-203001-X' }, '2030-01')
    expect([status, body.message]).toEqual([404, expect.stringContaining('Create it first, under Drops.')])
  })

  it('that shipped can’t be deleted or turned into another belt', async () => {
    const { id } = (await create({ sku: 'MC5-202511-SENT', name: 'The Sent' })).body.belt
    await send(id)
    const refusal = await owner.del(`/api/admin/belts/${id}`)
    expect([refusal.status, refusal.body.message]).toEqual([
      409,
      expect.stringContaining('Turn off Active: it leaves the home page and its history stays.'),
    ])
    expect((await owner.get(`/api/admin/belts/${id}`)).body.belt.isUsed).toBe(true)
    expect((await edit(id, { sku: 'MC6-202511-SENT' })).status).toBe(409)
    expect((await edit(id, { sku: 'MC5-202511-SENT', gender: 'female' })).status).toBe(409)
    expect((await edit(id, { sku: 'MC5-202511-SENT', isActive: false })).status).toBe(200)
    // Its page and who has had it stay what they were, whatever it is called.
    const { design } = (await owner.get(`/api/admin/belts/${id}`)).body.belt
    const renamed = { sku: 'MC5-202511-SENT', name: 'The Marlowe II' }
    expect((await edit(id, renamed)).body.belt).toMatchObject({
      name: 'The Marlowe II',
      slug: 'the-sent',
      design,
    })
    // One bought by name belongs to someone just as much.
    const bought = (await create({ sku: 'MC7-202511-BOUGHT', name: 'The Bought' })).body.belt.id
    await test.shop.db.update(orderItems).set({ productId: bought })
    expect((await owner.del(`/api/admin/belts/${bought}`)).status).toBe(409)
    await test.shop.db.update(orderItems).set({ productId: null })
    expect((await owner.del(`/api/admin/belts/${bought}`)).status).toBe(200)
  })
})

describe('inventory', () => {
  it('is set by size, never below zero or over another admin’s change', async () => {
    const { id } = (await owner.get('/api/admin/belts')).body.belts[0]
    const set = (size: string, stock: number, was: number) =>
      owner.patch(`/api/admin/belts/${id}/stock`, { changes: [{ size, stock, was }] })
    expect((await set('34', 7, 20)).body.belt.stock[1]).toEqual({ size: '34', stock: 7 })
    expect(await written(id)).toMatchObject([
      { action: 'belt.stock', before: { 34: 20 }, after: { 34: 7 }, username: 'test-owner' },
    ])
    expect((await set('34', -1, 7)).body.message).toContain('Enter a whole number, 0 or more.')
    expect((await set('34', 1.5, 7)).status).toBe(400)
    expect((await set('26', 1, 0)).body.message).toContain('doesn’t come in size 26')
    const late = await set('34', 19, 20)
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('It’s 7 now')])
    const packer = await signIn(test, 'packer')
    const changes = { changes: [{ size: '34', stock: 6, was: 7 }] }
    expect((await packer.patch(`/api/admin/belts/${id}/stock`, changes)).status).toBe(200)
    expect((await packer.post('/api/admin/belts', { drop: '2025-11', belt: belt() })).status).toBe(403)
  })

  it('in shared sizes stays when a belt changes gender', async () => {
    const { id } = (await create({ sku: 'MC8-202511-BOTH', name: 'The Both' })).body.belt
    const set = (size: string, stock: number, was: number) =>
      owner.patch(`/api/admin/belts/${id}/stock`, { changes: [{ size, stock, was }] })
    await set('34', 3, 0)
    await set('44', 1, 0)
    const refusal = await edit(id, { sku: 'MC8-202511-BOTH', name: 'The Both', gender: 'female' })
    expect(refusal.body.message).toContain('There are pieces of 44')
    await set('44', 0, 1)
    const moved = await edit(id, { sku: 'MC8-202511-BOTH', name: 'The Both', gender: 'female' })
    expect(moved.body.belt.stock).toEqual(
      beltSizes.female.map((size) => ({ size, stock: size === '34' ? 3 : 0 })),
    )
  })
})

describe('last month’s belts', () => {
  const to = '2026-12'
  const copy = (belts: { id: string; name: string }[]) =>
    owner.post(`/api/admin/drops/${to}/belts/copies`, { belts })

  it('return with everything but inventory, and count as the same belt while they keep their name', async () => {
    await owner.post('/api/admin/drops', { drop: to, cutOffDay: '2026-11-30', shipBy: '2026-12-05' })
    const [ashbury, second] = (await owner.get('/api/admin/belts?drop=2025-11')).body.belts
    const { status, body } = await copy([
      { id: ashbury.id, name: ashbury.name },
      { id: second.id, name: 'The Alder' },
    ])
    expect(status).toBe(200)
    const { id: _, slug, drop, sku, stock, isUsed, ...kept } = body.belts[0]
    const { id: _1, slug: _2, drop: _3, sku: _4, stock: _5, isUsed: _6, ...was } = ashbury
    expect(kept).toEqual(was)
    expect([drop, sku, slug, isUsed]).toEqual([to, 'MD1-202612-ASHBURY', 'the-ashbury-2', false])
    expect(stock.every((each: { stock: number }) => each.stock === 0)).toBe(true)
    expect(body.belts[1]).toMatchObject({
      name: 'The Alder',
      sku: 'MD2-202612-ALDER',
      material: second.material,
    })
    expect(body.belts[1].design).not.toBe(second.design)
    // A name of its own makes it another belt, and the old name the same again.
    const { id, drop: _7, stock: _8, isUsed: _9, slug: _10, design: _11, ...fields } = body.belts[0]
    const rename = async (name: string) =>
      (await owner.patch(`/api/admin/belts/${id}`, { belt: { ...fields, name } })).body.belt.design
    expect(await rename('The Other')).not.toBe(ashbury.design)
    expect(await rename(' the ashbury')).toBe(ashbury.design)
    // The old address finds the belt’s newer version.
    const found = (await owner.get('/api/admin/belts?search=ashbury')).body.belts
    expect(found.map((each: { drop: string }) => each.drop)).toEqual([to, '2025-11'])
  })

  it('get a new SKU when theirs is taken in the new drop', async () => {
    const third = (await owner.get('/api/admin/belts?drop=2025-11')).body.belts[6]
    const taken = third.sku.replace('202511', '202612')
    const holder = belt({ sku: taken, name: 'The Holder' })
    expect((await owner.post('/api/admin/belts', { drop: to, belt: holder })).status).toBe(200)
    const { status, body } = await copy([{ id: third.id, name: third.name }])
    expect([status, body.belts[0].sku === taken]).toEqual([200, false])
    for (const { id } of (await owner.get(`/api/admin/belts?drop=${to}`)).body.belts.slice(2))
      await owner.del(`/api/admin/belts/${id}`)
  })

  it('are refused together when one name is taken', async () => {
    const [, , third, fourth] = (await owner.get('/api/admin/belts?drop=2025-11')).body.belts
    const { status, body } = await copy([
      { id: third.id, name: 'The New One' },
      { id: fourth.id, name: 'the new  one' },
    ])
    expect([status, body.fields]).toEqual([
      409,
      { 'belts.1.name': 'December 2026 already has a belt named The New One. Choose another name.' },
    ])
    expect((await owner.get(`/api/admin/belts?drop=${to}`)).body.belts).toHaveLength(2)
  })
})
