import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLog } from '../../../db/schema.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'

const path = '/api/admin/product-types'
let test: TestShop
let owner: SignedIn
beforeAll(async () => {
  test = await createTestShop()
  owner = await signIn(test)
})
afterAll(() => test.close())

const fields = (changes: object = {}) => ({
  name: 'Reversible belts',
  slug: 'reversible',
  description: 'Black on one side, brown on the other.',
  displayOrder: 3,
  isActive: true,
  ...changes,
})
const slugs = async () => (await owner.get(path)).body.productTypes.map((type: { slug: string }) => type.slug)
const lastAudit = async (entityId: string) => {
  const [row] = await test.shop.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entityId, entityId))
    .orderBy(desc(auditLog.at))
  return row
}

describe('product types', () => {
  it('are listed in order, with their belt counts', async () => {
    const { status, body } = await owner.get(path)
    expect(status).toBe(200)
    expect(body.productTypes).toMatchObject([
      { slug: 'dress', displayOrder: 0, isActive: true, belts: 6 },
      { slug: 'casual', displayOrder: 1 },
      { slug: 'stretch', displayOrder: 2 },
    ])
  })

  it('are created, changed and deleted, and the audit log names who did it', async () => {
    const made = await owner.post(path, fields({ name: '  Reversible belts ' }))
    expect(made).toMatchObject({ status: 200, body: { productType: fields({ belts: 0 }) } })
    const { id } = made.body.productType
    expect(await lastAudit(id)).toMatchObject({ action: 'product-type.create', username: 'test-owner' })
    test.clock.advance(1000)
    const changed = await owner.patch(`${path}/${id}`, fields({ isActive: false, displayOrder: 7 }))
    expect(changed.body.productType).toMatchObject({ isActive: false, displayOrder: 7 })
    const log = await test.shop.db.select().from(auditLog).where(eq(auditLog.action, 'product-type.update'))
    expect(log).toMatchObject([
      { before: { isActive: true, displayOrder: 3 }, after: { isActive: false, displayOrder: 7 } },
    ])
    expect(await owner.del(`${path}/${id}`)).toEqual({ status: 200, body: { success: true } })
    expect(await slugs()).toEqual(['dress', 'casual', 'stretch'])
    expect((await owner.patch(`${path}/${id}`, fields())).status).toBe(404)
    expect((await owner.del(`${path}/${id}`)).status).toBe(404)
  })

  it('need a name, slug and description, and an invalid order counts as 0', async () => {
    for (const name of ['name', 'slug', 'description']) {
      const sentence = `${name[0]!.toUpperCase()}${name.slice(1)} is required`
      for (const value of ['  ', undefined, null]) {
        const { status, body } = await owner.post(path, fields({ [name]: value }))
        expect([status, body.message]).toEqual([400, sentence])
      }
    }
    expect((await owner.post(path, fields({ slug: 'Two Words' }))).body.fields.slug).toContain('dress-belts')
    const made = await owner.post(path, fields({ displayOrder: 'first' }))
    expect(made.body.productType.displayOrder).toBe(0)
    await owner.del(`${path}/${made.body.productType.id}`)
  })

  it('never share a slug, even when two owners write at once', async () => {
    const { status, body } = await owner.post(path, fields({ slug: 'dress' }))
    expect([status, body.code, body.fields.slug]).toEqual([
      409,
      'taken',
      'Dress belts already has the slug “dress”. Choose another slug.',
    ])
    const [, casual, stretch] = (await owner.get(path)).body.productTypes
    const both = await Promise.all([
      owner.patch(`${path}/${casual.id}`, { ...casual, slug: 'plain' }),
      owner.patch(`${path}/${stretch.id}`, { ...stretch, slug: 'plain' }),
      owner.post(path, fields({ slug: 'plain' })),
    ])
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
    // Its own slug is not taken.
    expect((await owner.patch(`${path}/${casual.id}`, casual)).status).toBe(200)
    expect((await owner.patch(`${path}/${stretch.id}`, stretch)).status).toBe(200)
    const third = both[2]!.body.productType
    if (third) await owner.del(`${path}/${third.id}`)
  })

  it('are reordered all together or not at all', async () => {
    const ids = (await owner.get(path)).body.productTypes.map((type: { id: string }) => type.id)
    const { body } = await owner.post(`${path}/order`, { ids: [ids[2], ids[0], ids[1]] })
    expect(body.productTypes).toMatchObject([
      { slug: 'stretch', displayOrder: 0 },
      { slug: 'dress', displayOrder: 1 },
      { slug: 'casual', displayOrder: 2 },
    ])
    for (const wrong of [ids.slice(1), [ids[0], ids[0], ids[1]], [...ids, crypto.randomUUID()]]) {
      const { status, body: refusal } = await owner.post(`${path}/order`, { ids: wrong })
      expect([status, refusal.message]).toEqual([409, expect.stringContaining('Reload the page')])
    }
    expect(await slugs()).toEqual(['stretch', 'dress', 'casual'])
  })

  it('are readable by every role and writable by owners only', async () => {
    for (const role of ['support', 'packer', 'viewer'] as const) {
      const staff = await signIn(test, role)
      expect((await staff.get(path)).status).toBe(200)
      expect((await staff.post(path, fields())).status).toBe(403)
    }
  })
})
