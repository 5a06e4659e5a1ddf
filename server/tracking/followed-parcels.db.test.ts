import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boxes, exchanges, outbox, parcels } from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { startEasyPostSimulator } from '../../test/easypost-simulator.ts'
import { packedDrop } from '../../test/packed-drop.ts'
import { easyPostCarrier } from '../adapters/easypost/easypost-carrier.ts'
import { readHealth } from '../admin/health/read-health.ts'
import { requestExchange } from '../exchanges/request-exchange.ts'
import { receiveReturn } from '../exchanges/returns.ts'
import { parseCarrier } from '../shop/services-config.ts'
import { applyTrackingUpdate, pollTracking } from './track-parcels.ts'

let service: Awaited<ReturnType<typeof startEasyPostSimulator>>
let test: TestShop
let packed: string[]
beforeAll(async () => {
  service = await startEasyPostSimulator()
  const carrier = easyPostCarrier(parseCarrier(service.env, service.env.POSTAL_ADDRESS)!)
  test = await createTestShop({ env: service.env, carrier: () => carrier })
  await packedDrop(test, 11)
  const rows = await test.shop.db.select().from(boxes).where(eq(boxes.state, 'packed')).orderBy(asc(boxes.id))
  packed = rows.map(({ id }) => id)
})
afterAll(async () => {
  await test.close()
  await service.close()
})

/** Ships the next boxes, with labels that were bought elsewhere. Returns the ids of the boxes. */
async function ship(...numbers: string[]): Promise<string[]> {
  const packer = await signIn(test, 'packer')
  const ids = packed.splice(0, numbers.length)
  for (const [place, trackingNumber] of numbers.entries())
    expect((await packer.post(`/api/admin/boxes/${ids[place]}/tracking`, { trackingNumber })).status).toBe(
      200,
    )
  return ids
}
const boxOf = async (id: string | undefined) =>
  (await test.shop.db.select().from(boxes).where(eq(boxes.id, id!)))[0]!
const number = (place: number) => `940011189922310000555${place}`

it('a number that the carrier fails to look up keeps no other package waiting', async () => {
  const [broken, silent, arrived] = await ship(number(0), number(1), number(2))
  service.world.failsAt = number(0)
  service.event(number(1), 'in_transit', '2026-12-01T20:00:00Z')
  for (let round = 0; round < 2; round++) await pollTracking(test.shop)
  service.event(number(2), 'delivered', '2026-12-03T20:00:00Z')
  test.clock.set('2026-12-13T15:00:00Z')
  for (let round = 0; round < 2; round++) await pollTracking(test.shop)
  expect(await boxOf(broken)).toMatchObject({ state: 'shipped', trouble: null })
  expect(await boxOf(silent)).toMatchObject({ state: 'shipped', trouble: 'lost' })
  expect(await boxOf(arrived)).toMatchObject({ state: 'delivered' })
  const { lines } = await readHealth(test.shop)
  expect(lines.find(({ id }) => id === 'packages-unasked')).toMatchObject({ value: '1', state: 'watch' })
  service.world.failsAt = null
})

it('a typed number that its carrier never saw isn’t lost: it may be mistyped, or a courier’s', async () => {
  const [unseen] = await ship('Courier 7')
  await pollTracking(test.shop)
  test.clock.set('2026-12-28T15:00:00Z')
  await pollTracking(test.shop)
  expect(await boxOf(unseen)).toMatchObject({ state: 'shipped', trouble: null })
})

it('no package is lost because the carrier couldn’t be asked', async () => {
  const [asked] = await ship(number(4))
  service.event(number(4), 'in_transit', '2026-12-28T20:00:00Z')
  await pollTracking(test.shop)
  service.world.isAway = true
  service.event(number(4), 'delivered', '2026-12-31T20:00:00Z')
  test.clock.set('2027-01-12T15:00:00Z')
  for (let round = 0; round < 2; round++) await pollTracking(test.shop)
  expect(await boxOf(asked)).toMatchObject({ state: 'shipped', trouble: null })
  service.world.isAway = false
  await pollTracking(test.shop)
  expect(await boxOf(asked)).toMatchObject({ state: 'delivered', trouble: null })
})

it('a member who has said that it never came isn’t asked again once it counts as lost', async () => {
  const [missing] = await ship(number(5))
  service.event(number(5), 'in_transit', '2027-01-12T20:00:00Z')
  await pollTracking(test.shop)
  test.clock.set('2027-01-22T15:00:00Z')
  await requestExchange(test.shop, { boxId: missing!, kind: 'lost', remedy: 'refund', askedBy: 'member' })
  test.clock.set('2027-01-26T15:00:00Z')
  await pollTracking(test.shop)
  expect((await boxOf(missing)).trouble).toBe('lost')
  await test.work()
  const [mail] = await test.shop.db
    .select()
    .from(outbox)
    .where(eq(outbox.subjectId, `${missing}:lost`))
  expect(mail!.droppedBecause).toBe('its member has said what they want')
})

it('a shop that gets its carrier later follows no packages of last year', async () => {
  const [old] = await ship(number(6))
  service.event(number(6), 'in_transit', '2027-01-26T20:00:00Z')
  test.clock.set('2027-04-26T15:00:00Z')
  await pollTracking(test.shop)
  expect(await test.shop.db.$count(parcels, eq(parcels.boxId, old!))).toBe(0)
  expect((await boxOf(old)).trouble).toBeNull()
})

it('a package waiting for pickup isn’t lost, and the owner hears of it after a month', async () => {
  const forgotten = async () => {
    const { lines } = await readHealth(test.shop)
    return lines.find(({ id }) => id === 'packages-forgotten')
  }
  const [waits] = await ship(number(3))
  service.event(number(3), 'available_for_pickup', '2027-04-26T20:00:00Z')
  test.clock.set('2027-05-20T15:00:00Z')
  for (let round = 0; round < 2; round++) await pollTracking(test.shop)
  expect(await boxOf(waits)).toMatchObject({ state: 'shipped', trouble: null })
  expect(await forgotten()).toMatchObject({ value: '0', state: 'good' })
  test.clock.set('2027-05-28T15:00:00Z')
  await pollTracking(test.shop)
  expect(await boxOf(waits)).toMatchObject({ state: 'shipped', trouble: null })
  expect(await forgotten()).toMatchObject({ value: '1', state: 'watch' })
  service.event(number(3), 'delivered', '2027-05-28T16:00:00Z')
  test.clock.set('2027-05-29T15:00:00Z')
  await pollTracking(test.shop)
  expect(await boxOf(waits)).toMatchObject({ state: 'delivered' })
  expect(await forgotten()).toMatchObject({ value: '0' })
})

it('a number that its carrier gives out again moves no package of before, nor the new one too soon', async () => {
  test.clock.set('2027-06-02T15:00:00Z')
  const [later] = await ship(number(2))
  // The carrier still tells of the first package.
  await pollTracking(test.shop)
  expect(await boxOf(later)).toMatchObject({ state: 'shipped' })
  test.clock.set('2027-06-05T16:00:00Z')
  const at = new Date('2027-06-05T15:00:00Z')
  const news = { trackingNumber: number(2), state: 'returned' as const, at, scannedAt: at }
  await applyTrackingUpdate(test.shop, news)
  expect((await boxOf(later)).trouble).toBe('returned')
  const [first] = await test.shop.db
    .select({ trouble: boxes.trouble })
    .from(boxes)
    .where(eq(boxes.state, 'delivered'))
    .orderBy(asc(boxes.deliveredAt))
  expect(first!.trouble).toBeNull()
})

it('a number that the carrier fails to look up keeps no belt unseen that comes back after all', async () => {
  const [, back] = await ship(number(7), number(8))
  const { id } = await requestExchange(test.shop, { boxId: back!, kind: 'return', askedBy: 'owner' })
  const label = {
    boxId: back!,
    exchangeId: id,
    ounces: 12,
    label: 'void',
    trackingNumber: number(9),
  } as const
  await test.shop.db.insert(parcels).values(label)
  service.world.failsAt = number(7)
  service.event(number(9), 'in_transit', '2027-06-05T15:30:00Z')
  for (let round = 0; round < 2; round++) await pollTracking(test.shop)
  const [seen] = await test.shop.db
    .select()
    .from(parcels)
    .where(eq(parcels.trackingNumber, number(9)))
  expect(seen!.track).toBe('moving')
  // Unpacked before the carrier has said that it's here.
  await receiveReturn(test.shop, { exchangeId: id, isAsNew: true })
  service.world.failsAt = null
  service.event(number(9), 'delivered', '2027-06-06T15:30:00Z')
  test.clock.set('2027-06-07T15:00:00Z')
  await pollTracking(test.shop)
  expect(await test.shop.db.$count(parcels, eq(parcels.track, 'delivered'))).toBeGreaterThan(0)
  const [exchange] = await test.shop.db.select().from(exchanges).where(eq(exchanges.id, id))
  expect(exchange, 'nobody has to look at it').toMatchObject({ state: 'received', note: '' })
})
