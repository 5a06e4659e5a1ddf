import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boxes, boxFeedback, memberships, outbox } from '../../../db/schema.ts'
import { boxReference } from '../../../domain/drop.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { insertBoxes } from '../../../test/many-boxes.ts'
import { curateDrop } from '../../curation/curate-drop.ts'
import { upcomingNeeds } from '../../curation/stock-needs.ts'
import { drainOutbox } from '../../mailing/drain-outbox.ts'

let test: TestShop
let owner: SignedIn
const path = '/api/admin/drops/2026-12'

beforeAll(async () => {
  test = await createTestShop({ now: '2026-11-21T15:00:00Z' })
  owner = await signIn(test)
  await insertBoxes(test.shop.db, 60, '2026-12', '2026-11-20')
  await curateDrop(test.shop, { drop: '2026-12' })
})
afterAll(() => test.close())

const exceptions = async () => (await owner.get(`${path}/exceptions`)).body.exceptions
const boxOf = async (email: string) => {
  const [row] = await test.shop.db
    .select({ box: boxes })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .where(and(eq(memberships.memberEmail, email), eq(boxes.drop, '2026-12')))
  return row!.box
}

it('the list shows only boxes without a belt and why; a size and an address fix two', async () => {
  const { body } = await owner.get(`${path}/curation`)
  expect(body.run).toMatchObject({ state: 'done', assigned: 57, held: 3 })
  const waiting = await exceptions()
  expect(waiting.map((each: { email: string; reason: string }) => [each.email, each.reason])).toEqual([
    ['wearer11@example.com', 'address'],
    ['wearer9@example.com', 'size'],
    ['wearer13@example.com', 'stock'],
  ])
  const [address, size] = waiting
  expect((await owner.post(`/api/admin/boxes/${size.boxId}/size`, { size: '26' })).status).toBe(400)
  expect((await owner.post(`/api/admin/boxes/${size.boxId}/size`, { size: '38' })).status).toBe(200)
  const known = (await owner.get(`/api/admin/boxes/${address.boxId}/address`)).body
  expect(known).toMatchObject({ address: '11 Alder Street', city: '' })
  const bad = await owner.post(`/api/admin/boxes/${address.boxId}/address`, known)
  expect([bad.status, bad.body.fields]).toEqual([400, { city: 'City is required' }])

  const asked = await owner.post(`/api/admin/boxes/${address.boxId}/ask`)
  expect(asked.body).toEqual({ to: 'wearer11@example.com' })
  await owner.post(`/api/admin/boxes/${address.boxId}/ask`)
  await drainOutbox(test.shop)
  const mails = test.mails.filter((mail) => mail.kind === 'choice-wanted')
  expect(mails.map((mail) => [mail.to, mail.subject])).toEqual([
    ['wearer11@example.com', 'December’s belt is waiting for your address'],
  ])

  await owner.post(`/api/admin/boxes/${address.boxId}/address`, { ...known, city: 'Salem' })
  await curateDrop(test.shop, { drop: '2026-12' })
  expect((await exceptions()).map((each: { reason: string }) => each.reason)).toEqual(['stock'])
})

it('a belt is chosen by hand, with reasons why others can’t be, and the next run keeps it', async () => {
  const box = await boxOf('wearer1@example.com')
  const { body } = await owner.get(`/api/admin/boxes/${box.id}/choices`)
  expect(body.beltId).toBe(box.productId)
  const other = body.choices.find(
    (each: { id: string; obstacle: string | null }) => !each.obstacle && each.id !== box.productId,
  )
  // One was sent in March; another’s last piece is assigned to someone else.
  const twin = await boxOf('wearer5@example.com')
  const [sent, gone, disliked] = body.choices.filter(
    (each: { id: string }) => each.id !== box.productId && each.id !== other.id,
  )
  const { membershipId, personId } = box
  const delivered = { valueCents: 0, state: 'delivered', size: '36', shippedAt: test.clock.now() } as const
  const before = { membershipId, personId, kind: 'replacement', ...delivered } as const
  const [agreed, longAgo] = await test.shop.db
    .insert(boxes)
    .values([
      { ...before, ordinal: 9, drop: '2026-03', productId: sent.id },
      { ...before, ordinal: 10, drop: '2022-03', productId: disliked.id },
    ])
    .returning()
  await test.shop.db
    .insert(boxFeedback)
    .values({ boxId: longAgo!.id, taste: 'not_for_me', at: test.clock.now() })
  await test.shop.db.execute(
    sql`update belt_variants set stock = 1 where product_id = ${gone.id} and size = ${body.size}`,
  )
  await test.shop.db
    .update(boxes)
    .set({ productId: gone.id, size: body.size, isChosen: true })
    .where(eq(boxes.id, twin.id))
  const after = (await owner.get(`/api/admin/boxes/${box.id}/choices`)).body.choices
  const why = (id: string) => after.find((each: { id: string }) => each.id === id).obstacle
  expect(why(sent.id)).toBe('Sent to this person in March 2026.')
  expect(why(gone.id)).toBe(`None left in size ${body.size}.`)
  expect(why(disliked.id)).toBe('They said it isn’t for them.')
  expect(why(box.productId!), 'the belt it has').toBeNull()
  const kept = await owner.post(`/api/admin/boxes/${agreed!.id}/belt`, { beltId: other.id })
  expect(kept.body.message).toContain('You agreed on this belt with its member')

  const refused = await owner.post(`/api/admin/boxes/${box.id}/belt`, { beltId: sent.id })
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('March 2026')])
  expect((await owner.post(`/api/admin/boxes/${box.id}/belt`, { beltId: other.id })).status).toBe(200)
  await curateDrop(test.shop, { drop: '2026-12' })
  expect(await boxOf('wearer1@example.com')).toMatchObject({ productId: other.id, isChosen: true })
  expect((await owner.post(`/api/admin/boxes/${box.id}/belt`, { beltId: null })).status).toBe(200)
  await curateDrop(test.shop, { drop: '2026-12' })
  expect(await boxOf('wearer1@example.com')).toMatchObject({ state: 'assigned', isChosen: false })

  const setState = (state: 'held' | 'assigned', holdReason: string | null) =>
    test.shop.db.update(boxes).set({ state, holdReason }).where(eq(boxes.id, box.id))
  await setState('held', 'dispute')
  const atBank = await owner.post(`/api/admin/boxes/${box.id}/belt`, { beltId: other.id })
  expect(atBank.body.code).toBe('not_possible')
  expect(await boxOf('wearer1@example.com')).toMatchObject({ state: 'held', holdReason: 'dispute' })
  await setState('assigned', null)
})

it('the list is paged by name, and searched by name, order and reference', async () => {
  const names: string[] = []
  let cursor = ''
  do {
    const { body } = await owner.get(`${path}/boxes?filter=proposed&limit=25${cursor && `&cursor=${cursor}`}`)
    names.push(...body.boxes.map((each: { name: string }) => each.name))
    cursor = body.nextCursor
  } while (cursor)
  expect(names).toHaveLength(59)
  expect(names).toEqual([...names].sort((one, other) => one.toLowerCase().localeCompare(other.toLowerCase())))
  const box = await boxOf('wearer2@example.com')
  const found = async (words: string, more = '') =>
    (await owner.get(`${path}/boxes?search=${encodeURIComponent(words)}${more}`)).body
  // Typed in groups, as it is printed.
  await test.shop.db.update(boxes).set({ trackingNumber: '1z 999 aa1' }).where(eq(boxes.id, box.id))
  for (const words of [boxReference(box.id), 'bc-0000-0002', '00000002', '#BC00000002', '1Z999-AA1'])
    expect((await found(words)).boxes).toMatchObject([{ id: box.id }])
  // The size of the belt in the box, whatever its member wears by now.
  const isIts = eq(memberships.id, box.membershipId)
  const [{ size } = { size: '' }] = await test.shop.db.select().from(memberships).where(isIts)
  await test.shop.db.update(memberships).set({ size: '48' }).where(isIts)
  expect((await found(box.id)).boxes).toMatchObject([{ size: box.size }])
  await test.shop.db.update(memberships).set({ size }).where(isIts)

  const call = (fullName: string, email: string) =>
    test.shop.db
      .update(memberships)
      .set({ address: sql`jsonb_set(address, '{fullName}', to_jsonb(${fullName}::text))` })
      .where(eq(memberships.memberEmail, email))
  await call('Ana O’Neill-Josette', 'wearer2@example.com')
  await call('José Zapata', 'wearer3@example.com')
  const named = async (words: string) => (await found(words)).boxes.map((each: { name: string }) => each.name)
  expect(await named('oneill')).toEqual(['Ana O’Neill-Josette'])
  expect(await named('nobody')).toEqual([])
  // Who is called so first, though their name is the later one; each on one page or on two.
  expect(await named('JOSE')).toEqual(['José Zapata', 'Ana O’Neill-Josette'])
  const first = await found('jose', '&limit=1')
  const second = await found('jose', `&limit=1&cursor=${first.nextCursor}`)
  expect([first, second].map(({ boxes: [one] }) => one.name)).toEqual(['José Zapata', 'Ana O’Neill-Josette'])
  expect(second.nextCursor).toBeNull()
})

it('a secret gift’s recipient can’t be asked', async () => {
  const box = await boxOf('wearer9@example.com')
  await test.shop.db.update(boxes).set({ state: 'held', holdReason: 'size' }).where(eq(boxes.id, box.id))
  await test.shop.db
    .update(memberships)
    .set({ noticeOn: '2026-12-24' })
    .where(eq(memberships.id, box.membershipId))
  const answer = await owner.post(`/api/admin/boxes/${box.id}/ask`)
  expect([answer.status, answer.body.message]).toEqual([
    409,
    expect.stringContaining('doesn’t know about this gift'),
  ])
  const wanted = and(eq(outbox.kind, 'choice-wanted'), sql`${outbox.subjectId} like ${`${box.id}%`}`)
  expect(await test.shop.db.select().from(outbox).where(wanted)).toEqual([])
})

it('the coming drop’s needs count its boxes, its renewals and what may be sent', async () => {
  const { db } = test.shop
  const sums = async () => {
    const { needs } = await upcomingNeeds(test.shop)
    const sum = (of: 'expected' | 'stock') => needs.reduce((all, need) => all + need[of], 0)
    return { expected: sum('expected'), stock: sum('stock') }
  }
  // Of a member's own plan: a gift never renews.
  const [box] = await db
    .select(getTableColumns(boxes))
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .where(and(eq(boxes.state, 'assigned'), eq(memberships.isGift, false)))
    .limit(1)
  const setBox = (set: Partial<typeof boxes.$inferInsert>) =>
    db.update(boxes).set(set).where(eq(boxes.id, box!.id))
  const setMember = (set: Partial<typeof memberships.$inferInsert>) =>
    db.update(memberships).set(set).where(eq(memberships.id, box!.membershipId))
  const { expected, stock } = await sums()
  // It has no belt yet; one that a bank examines gets none.
  await setBox({ state: 'owed', productId: null })
  expect((await sums()).expected).toBe(expected + 1)
  await setBox({ state: 'held', holdReason: 'dispute' })
  expect((await sums()).expected).toBe(expected)
  // Late since last month it counts, of a later month it doesn't.
  await setBox({ state: 'owed', holdReason: null, drop: '2026-11' })
  expect((await sums()).expected).toBe(expected + 1)
  await setBox({ drop: '2027-01' })
  expect((await sums()).expected).toBe(expected)
  // Sent last month, and renewed in time for the coming drop, unless it is paid for longer or cancelled.
  await setBox({ state: 'delivered', productId: box!.productId, drop: '2026-11' })
  for (const [paidUntil, cancelledAt, more] of [
    ['2026-11-25', null, 1],
    ['2026-12-21', null, 0],
    ['2026-11-25', test.clock.now(), 0],
  ] as const) {
    await setMember({ renews: true, status: 'active', paidUntil, cancelledAt })
    expect((await sums()).expected, paidUntil).toBe(expected + more)
  }
  await setMember({ cancelledAt: null, paidUntil: '2026-12-21' })
  await setBox({ ...box!, holdReason: null })
  // An archived belt goes only to those it was assigned to.
  const { rows } = (await db.execute(sql`select p.id, sum(v.stock)::int as pieces from products p
    join belt_variants v on v.product_id = p.id
    where not exists (select 1 from boxes b where b.product_id = p.id) group by 1 having sum(v.stock) > 0 limit 1`)) as unknown as {
    rows: { id: string; pieces: number }[]
  }
  await db.execute(sql`update products set is_active = false where id = ${rows[0]!.id}`)
  expect(await sums()).toEqual({ expected, stock: stock - rows[0]!.pieces })
  await db.execute(sql`update products set is_active = true where id = ${rows[0]!.id}`)
})

it('the forecast covers six drops', async () => {
  const { drops } = (await owner.get('/api/admin/forecast')).body
  expect(drops.map((each: { drop: string }) => each.drop)).toHaveLength(6)
})

it('boxes without a belt are listed for women, then for men, by size', async () => {
  const { db } = test.shop
  const four = await db.select().from(boxes).where(eq(boxes.drop, '2026-12')).orderBy(boxes.id).limit(4)
  // Each later box belongs before the one before it.
  const wishes = [
    { gender: 'male', size: '38' },
    { gender: 'male', size: '34' },
    { gender: 'female', size: '36' },
    { gender: 'female', size: '30' },
  ] as const
  await db
    .update(boxes)
    .set({ holdReason: null, state: 'owed', productId: null })
    .where(eq(boxes.state, 'held'))
  for (const [place, { id, membershipId }] of four.entries()) {
    await db.update(memberships).set(wishes[place]!).where(eq(memberships.id, membershipId))
    await db
      .update(boxes)
      .set({ state: 'held', holdReason: 'stock', productId: null })
      .where(eq(boxes.id, id))
  }
  expect(await exceptions()).toMatchObject(wishes.toReversed())
})

it('a new size lets a box be curated again that had no belt left in the old one', async () => {
  const { id } = await boxOf('wearer13@example.com')
  for (const holdReason of ['stock', 'unseen', 'belt']) {
    await test.shop.db
      .update(boxes)
      .set({ state: 'held', holdReason, productId: null, size: '34' })
      .where(eq(boxes.id, id))
    expect((await owner.post(`/api/admin/boxes/${id}/size`, { size: '38' })).status, holdReason).toBe(200)
    expect(await boxOf('wearer13@example.com')).toMatchObject({ state: 'owed', holdReason: null, size: '38' })
  }
})
