import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { boxes, drops, exchanges, memberships, outbox, parcels } from '../../db/schema.ts'
import { type SignedIn, signIn } from '../../test/admin.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { startEasyPostSimulator } from '../../test/easypost-simulator.ts'
import { insertBoxes } from '../../test/many-boxes.ts'
import { packedDrop } from '../../test/packed-drop.ts'
import { easyPostCarrier } from '../adapters/easypost/easypost-carrier.ts'
import { requestExchange } from '../exchanges/request-exchange.ts'
import { parseCarrier } from '../shop/services-config.ts'
import { finishLabels } from './labels.ts'

let service: Awaited<ReturnType<typeof startEasyPostSimulator>>
let test: TestShop
let packer: SignedIn
const path = '/api/admin/drops/2026-12'
beforeAll(async () => {
  service = await startEasyPostSimulator()
  const carrier = easyPostCarrier(parseCarrier(service.env, service.env.POSTAL_ADDRESS)!)
  test = await createTestShop({ env: service.env, carrier: () => carrier })
  packer = await packedDrop(test, 4)
})
afterAll(async () => {
  await test.close()
  await service.close()
})

const labels = async () => (await packer.get(`${path}/labels`)).body
const price = () => packer.post(`${path}/labels/quote`, { ounces: 12 })
const buy = (upToCents: number) => packer.post(`${path}/labels/buy`, { upToCents })

it('packing continues while the carrier is down, and missing labels stay an open promise', async () => {
  service.world.isAway = true
  expect((await price()).body).toMatchObject({ code: 'carrier_unavailable' })
  service.world.isAway = false
  expect(await labels()).toMatchObject({ packed: 4, wanted: 4, quoted: 0, bought: 0 })
  const { promises } = (await packer.get('/api/admin/promises?kind=postage')).body
  expect(promises).toHaveLength(4)
  expect(promises[0]).toMatchObject({ dueOn: '2026-12-05', act: { to: '/admin/drops/2026-12/pack' } })
})

it('an odd address gets no label until someone picks the carrier’s spelling or the original', async () => {
  const { db } = test.shop
  const four = await db.select().from(boxes).where(eq(boxes.state, 'packed')).orderBy(boxes.id)
  const live = async (box: (typeof four)[number], address: string) => {
    const place = { ...(box.shipTo as object), address }
    await db.update(boxes).set({ shipTo: place }).where(eq(boxes.id, box.id))
    await db.update(memberships).set({ address: place }).where(eq(memberships.id, box.membershipId))
  }
  await live(four[0]!, '418 Adler Street')
  await live(four[1]!, '1 Tower Street')
  // One whose member has moved since packing, and a gift that its wearer doesn't know of yet.
  await live(four[2]!, '7 Adler Street')
  await live(four[3]!, '9 Adler Street')
  const moved = { ...(four[2]!.shipTo as object), address: '12 Pine Street' }
  const isMoved = eq(memberships.id, four[2]!.membershipId)
  await db.update(memberships).set({ address: moved }).where(isMoved)
  const secret = { isGift: true, renews: false, memberEmail: 'secret@example.com', noticeOn: '2026-12-24' }
  await db.update(memberships).set(secret).where(eq(memberships.id, four[3]!.membershipId))
  const asked = (await price()).body
  expect(asked).toMatchObject({ wanted: 0, quoted: 0 })
  const odd = (box: (typeof four)[number]) =>
    asked.problems.find(({ boxId }: { boxId: string }) => boxId === box.id)
  expect(odd(four[0]!).odd).toEqual({
    address: '418 Adler Street, Portland, OR 97209',
    suggestion: '418 Alder St, Portland, OR 97209-1129',
  })
  expect(odd(four[1]!)).toMatchObject({
    problem: 'Missing secondary information(Apt/Suite#)',
    odd: { suggestion: null },
  })
  const { promises } = (await packer.get('/api/admin/promises?kind=postage')).body
  expect(promises.map(({ what }: { what: string }) => what)).toContain(
    'Label, December 2026: Missing secondary information(Apt/Suite#)',
  )
  const checks = () => service.world.asked.filter((call) => call.includes('/addresses')).length
  const before = checks()
  await price()
  expect(checks(), 'asked once').toBe(before)
  const settle = (box: (typeof four)[number], use: string) =>
    packer.post(`${path}/labels/address`, { boxId: box.id, use })
  expect((await settle(four[1]!, 'suggestion')).status).toBe(409)
  expect((await settle(four[0]!, 'suggestion')).body).toMatchObject({ wanted: 1 })
  expect((await settle(four[0]!, 'suggestion')).status).toBe(409)
  expect((await settle(four[1]!, 'typed')).body).toMatchObject({ wanted: 2 })
  await settle(four[2]!, 'suggestion')
  expect((await settle(four[3]!, 'suggestion')).body).toMatchObject({ wanted: 4, problems: [] })
  expect((await db.select().from(memberships).where(isMoved))[0]!.address).toEqual(moved)
  const [box] = await db.select().from(boxes).where(eq(boxes.id, four[0]!.id))
  const [member] = await db.select().from(memberships).where(eq(memberships.id, box!.membershipId))
  for (const place of [box!.shipTo, member!.address])
    expect(place).toMatchObject({ address: '418 Alder St', zipCode: '97209-1129' })
  await test.work()
  const told = test.mails.filter(({ kind }) => kind === 'done-for-you')
  expect(told.map(({ to }) => to)).toEqual([member!.memberEmail ?? member!.payerEmail])
  expect(told[0]!.text).toContain('Before, it was 418 Adler Street')
})

it('the total is shown before payment, and never exceeded', async () => {
  expect((await price()).body).toMatchObject({ wanted: 0, quoted: 4, quotedCents: 2168 })
  expect(service.world.paid).toEqual([])
  expect((await buy(2000)).body).toMatchObject({
    code: 'not_possible',
    message: expect.stringContaining('$21.68'),
  })
  expect(service.world.paid).toEqual([])
})

it('a dropped connection while buying loses no label and pays none twice', async () => {
  service.world.breaksAfter = '/buy'
  expect((await buy(2168)).body).toMatchObject({ code: 'carrier_unavailable' })
  test.clock.advance(3 * 60_000)
  await finishLabels(test.shop)
  const left = await labels()
  if (left.quoted > 0) await buy(left.quotedCents)
  expect(await labels()).toMatchObject({ quoted: 0, bought: 4, boughtCents: 2168 })
  expect(new Set(service.world.paid).size).toBe(4)
  expect(service.world.paid).toHaveLength(4)
  expect((await packer.get('/api/admin/promises?kind=postage')).body.promises).toEqual([])
})

it('each box prints on one page', async () => {
  const file = await packer.request('GET', `${path}/labels.pdf`)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect((await PDFDocument.load(await file.arrayBuffer())).getPageCount()).toBe(4)
})

it('an unpacked box gets its postage back, and a new label when repacked', async () => {
  const [box] = await test.shop.db.select().from(boxes).where(eq(boxes.state, 'packed')).orderBy(boxes.id)
  expect((await packer.post(`${path}/unpack`, { boxIds: [box!.id] })).body).toEqual({ unpacked: 1 })
  await finishLabels(test.shop)
  const [old] = await test.shop.db.select().from(parcels).where(eq(parcels.boxId, box!.id))
  expect(old!.label).toBe('void')
  expect(service.world.shipments.get(old!.shipmentId!)!.refund_status).toBe('submitted')
  // A new destination is checked again.
  const isTheirs = eq(memberships.id, box!.membershipId)
  const [member] = await test.shop.db.select().from(memberships).where(isTheirs)
  const tower = { ...(member!.address as object), address: '1 Tower Street' }
  await test.shop.db.update(memberships).set({ address: tower }).where(isTheirs)
  const { id: _, createdAt: __, updatedAt: ___, ...sent } = box!
  const earlier = {
    ...sent,
    drop: '2026-11',
    ordinal: 0,
    state: 'shipped' as const,
    productId: null,
    packedAt: null,
  }
  const [before] = await test.shop.db.insert(boxes).values(earlier).returning()
  const { id: ____, ...label } = old!
  await test.shop.db
    .insert(parcels)
    .values({ ...label, boxId: before!.id, shipmentId: 'shp_before', label: 'bought' })
  await packer.post(`${path}/pack`)
  expect((await price()).body.problems).toMatchObject([
    { boxId: box!.id, problem: expect.stringContaining('Suite') },
  ])
  // Once someone kept that address as typed for an earlier box, nobody is asked again.
  await test.shop.db.update(boxes).set({ shipTo: tower }).where(eq(boxes.id, before!.id))
  await test.shop.db.update(parcels).set({ addressCheck: 'kept' }).where(eq(parcels.boxId, before!.id))
  await packer.post(`${path}/unpack`, { boxIds: [box!.id] })
  await packer.post(`${path}/pack`)
  expect((await price()).body.problems).toEqual([])
  await packer.post(`${path}/unpack`, { boxIds: [box!.id] })
  await test.shop.db.update(memberships).set({ address: member!.address }).where(isTheirs)
  await test.shop.db.delete(parcels).where(eq(parcels.boxId, before!.id))
  await test.shop.db.delete(boxes).where(eq(boxes.id, before!.id))
  await packer.post(`${path}/pack`)
  await price()
  expect((await buy(542)).body).toMatchObject({ bought: 4 })
  expect(service.world.paid).toHaveLength(5)
})

it('a label bought while being given up is refunded', async () => {
  const [box] = await test.shop.db.select().from(boxes).where(eq(boxes.state, 'packed')).orderBy(boxes.id)
  await packer.post(`${path}/unpack`, { boxIds: [box!.id] })
  await finishLabels(test.shop)
  await packer.post(`${path}/pack`)
  await price()
  const carrier = test.shop.carrier!
  const meanwhile = {
    ...carrier,
    async buyLabel(...asked: Parameters<typeof carrier.buyLabel>) {
      await packer.post(`${path}/unpack`, { boxIds: [box!.id] })
      // The worker asks before the carrier has it.
      await finishLabels({ ...test.shop, carrier: { ...carrier, voidLabel: async () => true } })
      return carrier.buyLabel(...asked)
    },
  }
  test.shop.carrier = meanwhile
  await buy(542)
  test.shop.carrier = carrier
  await finishLabels(test.shop)
  const [late] = await test.shop.db
    .select()
    .from(parcels)
    .where(and(eq(parcels.boxId, box!.id)))
    .orderBy(parcels.createdAt)
  expect(late!.label).toBe('void')
  const refunded = [...service.world.shipments.values()].filter(
    (each) => each.postage_label && each.refund_status === 'submitted',
  )
  // Everything paid that is no longer a box’s label.
  expect(refunded).toHaveLength(service.world.paid.length - 3)
})

it('every box with a label ships with its number', async () => {
  const hold = (state: 'held' | 'open') => test.shop.db.update(drops).set({ state })
  await hold('held')
  expect((await packer.post(`${path}/labels/ship`)).status).toBe(409)
  await hold('open')
  expect((await packer.post(`${path}/labels/ship`)).body).toEqual({ shipped: 3 })
  const sent = await test.shop.db.select().from(boxes).where(eq(boxes.state, 'shipped'))
  expect(new Set(sent.map(({ trackingNumber }) => trackingNumber)).size).toBe(3)
  expect(sent.every(({ trackingNumber }) => trackingNumber!.startsWith('94001'))).toBe(true)
})

it('part 2 of the labels still prints once part 1 has shipped', async () => {
  const [{ pdf } = {}] = await test.shop.db.select().from(parcels).where(isNotNull(parcels.pdf)).limit(1)
  const large = await createTestShop()
  onTestFinished(() => large.close())
  const { db } = large.shop
  await insertBoxes(db, 203, '2026-12', '2026-11-20')
  await db.execute(sql`update boxes b set state = 'packed', size = '36', ship_to = m.address,
      product_id = (select id from products order by sku limit 1)
    from memberships m where m.id = b.membership_id`)
  const ids = await db.select({ boxId: boxes.id }).from(boxes).orderBy(boxes.id)
  const bought = { ounces: 12, label: 'bought' as const, costCents: 500, carrier: 'usps', pdf: pdf! }
  await db.insert(parcels).values(
    ids.map(({ boxId }, n) => ({
      boxId,
      ...bought,
      trackingNumber: `94001${n}`,
      boughtAt: large.clock.now(),
    })),
  )
  const owner = await signIn(large)
  await owner.confirm()
  const parts = async () => (await owner.get(`${path}/labels`)).body.parts
  const pages = async (part: number) => {
    const file = await owner.request('GET', `${path}/labels.pdf?part=${part}`)
    return (await PDFDocument.load(await file.arrayBuffer())).getPageCount()
  }
  expect(await parts()).toEqual([1, 2])
  expect([await pages(1), await pages(2)]).toEqual([200, 3])
  const first = ids.slice(0, 200).map(({ boxId }) => boxId)
  await db.update(boxes).set({ state: 'shipped' }).where(inArray(boxes.id, first))
  expect(await parts()).toEqual([2])
  expect(await pages(2)).toBe(3)
})

it('a return whose label comes late gets it in another email, from the wearer’s current address', async () => {
  const { db } = test.shop
  const [box] = await db.select().from(boxes).where(eq(boxes.state, 'shipped'))
  const isTheirs = eq(memberships.id, box!.membershipId)
  const address = { ...(box!.shipTo as object), address: '9 New Street' }
  await db.update(memberships).set({ address, isGift: false }).where(isTheirs)
  service.world.isAway = true
  const { id } = await requestExchange(test.shop, { boxId: box!.id, kind: 'return', askedBy: 'member' })
  service.world.isAway = false
  const isAbout = eq(outbox.subjectId, `${box!.membershipId}:${id}`)
  // An attempted email may be in flight.
  await db.update(outbox).set({ attempts: 1 }).where(isAbout)
  test.clock.advance(3 * 60_000)
  await finishLabels(test.shop)
  const kinds = (await db.select().from(outbox).where(isAbout)).map(({ kind }) => kind)
  expect(kinds.sort()).toEqual(['exchange-requested', 'return-label'])
  expect((await db.select().from(exchanges))[0]!.labelSentAt).not.toBeNull()
  const last = [...service.world.shipments.values()].at(-1)!
  expect(last.is_return).toBe(true)
  expect(JSON.stringify([last.from_address, last.to_address])).toContain('9 New Street')
  // It came back before that email left: a label is of no use anymore.
  await db.update(exchanges).set({ state: 'received' }).where(eq(exchanges.id, id))
  test.clock.advance(60 * 60_000)
  await test.work()
  expect(test.mails.filter(({ kind }) => kind === 'return-label')).toEqual([])
})

it('a label that the carrier doesn’t know, such as one of a test key, keeps no other from being refunded', async () => {
  const { db } = test.shop
  const [ours] = await db.select().from(parcels).where(eq(parcels.label, 'bought')).limit(1)
  const { id: _, ...like } = ours!
  const tried = { ...like, label: 'voiding' as const, shipmentId: 'shp_of_another_key', exchangeId: null }
  await db.insert(parcels).values({ ...tried, trackingNumber: null, updatedAt: new Date('2026-11-01') })
  await db.update(parcels).set({ label: 'voiding' }).where(eq(parcels.id, ours!.id))
  await finishLabels(test.shop)
  expect(await db.$count(parcels, eq(parcels.label, 'voiding'))).toBe(0)
  expect(service.world.shipments.get(ours!.shipmentId!)!.refund_status).toBe('submitted')
})

it('a label that the carrier fails to void keeps no other waiting', async () => {
  const { db } = test.shop
  const [box] = await db.select().from(boxes).where(eq(boxes.state, 'shipped'))
  const given = (shipmentId: string, minutes: number) => ({
    ...{ boxId: box!.id, label: 'voiding' as const, ounces: 12, shipmentId },
    updatedAt: new Date(test.clock.now().getTime() - minutes * 60_000),
  })
  await db.insert(parcels).values([given('broken', 9), given('unused', 5)])
  const carrier = test.shop.carrier!
  const failing = {
    ...carrier,
    async voidLabel(shipmentId: string) {
      if (shipmentId === 'broken') throw new Error('500')
      return true
    },
  }
  for (let round = 0; round < 2; round++) await finishLabels({ ...test.shop, carrier: failing })
  const [unused] = await db.select().from(parcels).where(eq(parcels.shipmentId, 'unused'))
  expect(unused!.label).toBe('void')
})
