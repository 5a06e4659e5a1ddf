import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memberships, sharedStraps } from '../../db/schema.ts'
import { strapConsent } from '../../domain/strap.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { join } from '../../test/members.ts'
import { sentBelt } from '../../test/sent-belt.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

/** A member whose first belt has arrived, signed in. */
async function member() {
  const { membership, email } = await sentBelt(test)
  const signedIn = await signInMember(test, email)
  const path = `/api/account/memberships/${membership.id}/strap`
  const share = async () => (await signedIn.post(path, { words: strapConsent })).body.taste.strap
  return { ...signedIn, id: membership.id, path, share }
}

async function visit(address: string) {
  const response = await test.app.request(new URL(address).pathname)
  return { status: response.status, page: await response.text(), headers: response.headers }
}

it('a strap becomes a page with consent: belts and months, no person, no search engine, no cache', async () => {
  const { id, path, share, post } = await member()
  expect((await post(path, { words: 'Sure.' })).status, 'other words').toBe(409)
  expect(await test.shop.db.select().from(sharedStraps)).toEqual([])
  const strap = await share()
  expect(strap).toMatchObject({ words: strapConsent, agreedOn: '2026-12-10' })
  expect((await share()).address, 'pressed twice').toBe(strap.address)
  // 24 random bytes; a UUID of ours would tell the day.
  expect(strap.address).toMatch(/\/strap\/[\w-]{32}$/)
  expect(strap.address).not.toContain(id)

  const { status, page, headers } = await visit(strap.address)
  expect(status).toBe(200)
  expect(page).toContain('1 of 36 holes punched')
  expect(page).toMatch(/<li>The [A-Z]\w+.*, December 2026<\/li>/)
  expect(page).not.toMatch(/maya|ellison|portland|los angeles|418 alder|example\.com|\$|size \d/i)
  expect(page).toContain('<meta name="robots" content="noindex">')
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect(headers.get('cache-control')).toBe('no-store')
})

it('taken back, it is gone at once, and shared again it has another address', async () => {
  const { path, share, del } = await member()
  const first = await share()
  expect((await del(path)).body.taste.strap).toBeNull()
  expect((await visit(first.address)).status).toBe(404)
  const second = await share()
  expect(second.address).not.toBe(first.address)
  expect((await visit(second.address)).status).toBe(200)
  expect((await visit(first.address)).status).toBe(404)
  for (const made of ['x', 'A'.repeat(32), `${'A'.repeat(32)}'--`])
    expect((await visit(`http://localhost/strap/${encodeURIComponent(made)}`)).status).toBe(404)
})

it('nobody else shares or ends it, and nothing is shared before the first belt has left', async () => {
  const { path, share } = await member()
  const other = await member()
  expect((await other.post(path, { words: strapConsent })).status).toBe(404)
  const { address } = await share()
  expect((await other.del(path)).status).toBe(404)
  expect((await visit(address)).status).toBe(200)
  const email = 'new@example.com'
  const item = selfItem('monthly')
  const [fresh] = await join(test, [{ ...item, shippingDetails: { ...item.shippingDetails!, email } }])
  const early = await signInMember(test, email)
  const refused = await early.post(`/api/account/memberships/${fresh!.id}/strap`, { words: strapConsent })
  expect(JSON.stringify(refused.body)).toContain('no belt on your strap yet')
})

it('is in my data, and ends with deleted data and with a handover', async () => {
  const { email, id, get, post, share } = await member()
  const { address } = await share()
  const { db } = test.shop
  expect(JSON.stringify((await get('/api/account/my-data')).body)).toContain(address)
  await db.update(memberships).set({ status: 'ended', renews: false }).where(eq(memberships.id, id))
  await db.execute(sql`update boxes set state = 'delivered' where membership_id = ${id}`)
  expect((await post('/api/account/my-data/delete', { email })).status).toBe(200)
  expect((await visit(address)).status).toBe(404)

  const next = await member()
  const shared = await next.share()
  await db.update(memberships).set({ theirsSince: test.shop.now() }).where(eq(memberships.id, next.id))
  expect((await visit(shared.address)).status).toBe(404)
  expect(await db.select().from(sharedStraps).where(eq(sharedStraps.membershipId, next.id))).toEqual([])
})
