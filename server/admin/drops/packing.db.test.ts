import { parse } from 'csv-parse/sync'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  beltVariants,
  boxes,
  exchanges,
  membershipPayments,
  memberships,
  orders,
  outbox,
  parcels,
  products,
  shippingInfo,
} from '../../../db/schema.ts'
import { boxReference } from '../../../domain/drop.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { giftItem, selfItem } from '../../../test/carts.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { join } from '../../../test/members.ts'
import { drainOutbox } from '../../mailing/drain-outbox.ts'

// One month of a small club, in the order in which its owner works.
let test: TestShop
let packer: SignedIn
let belt: string
let other: string
const path = '/api/admin/drops/2026-12'
const people = ['=Maya Ellison', 'Ines Okafor', 'Paul "Pit" Saito', 'Lena Fritz']
const cart = (name: string) =>
  selfItem('monthly', {
    shippingDetails: {
      ...selfItem().shippingDetails!,
      fullName: name,
      email: `${name.slice(-5).toLowerCase()}@example.com`,
    },
  })
const lateGift = giftItem('6-months', {
  size: '36',
  giftDetails: {
    ...giftItem().giftDetails!,
    emailDate: '2026-12-24T00:00:00.000Z',
    giftMessage: 'Happy birthday, Dad.',
  },
})

beforeAll(async () => {
  test = await createTestShop({ now: '2026-11-21T15:00:00Z' })
  packer = await signIn(test, 'packer')
  for (const name of people)
    await join(test, [{ ...cart(name), size: name === 'Ines Okafor' ? 'Unsure' : '36' }])
  await join(test, [lateGift])
  const [first, second] = await test.shop.db
    .select()
    .from(products)
    .where(eq(products.gender, 'male'))
    .limit(2)
  belt = first!.id
  other = second!.id
  test.mails.length = 0
})
afterAll(() => test.close())

const inDrop = () =>
  test.shop.db
    .select({ box: boxes, membership: memberships })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .where(eq(boxes.drop, '2026-12'))
    .orderBy(memberships.createdAt, boxes.id)
const boxOf = async (name: string) =>
  (await inDrop()).find(({ membership }) => (membership.address as { fullName: string }).fullName === name)!
    .box
const stock = async () =>
  (
    await test.shop.db
      .select({ stock: beltVariants.stock })
      .from(beltVariants)
      .where(and(eq(beltVariants.productId, belt), eq(beltVariants.size, '36')))
  )[0]!.stock
const send = async (what: string, csv: string, to = path) => {
  const answer = await packer.request('POST', `${to}/${what}`, new TextEncoder().encode(csv), {
    'content-type': 'application/octet-stream',
  })
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

it('packing freezes what can be packed, names what can’t, and takes inventory once', async () => {
  await test.shop.db
    .update(boxes)
    .set({ state: 'assigned', productId: belt, size: '36' })
    .where(eq(boxes.drop, '2026-12'))
  const lena = await boxOf('Lena Fritz')
  await test.shop.db
    .update(memberships)
    .set({ address: sql`address || '{"city": " "}'` })
    .where(eq(memberships.id, lena.membershipId))
  const before = (await packer.get(`${path}/pack`)).body
  expect(before).toMatchObject({ ready: 4, packed: 0, short: [], leftOut: [{ reason: 'address', boxes: 1 }] })

  await test.shop.db.update(beltVariants).set({ stock: 3 }).where(eq(beltVariants.productId, belt))
  const refused = await packer.post(`${path}/pack`)
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('size 36: 3 of 4')])
  expect([await stock(), (await packer.get(`${path}/pack`)).body.packed]).toEqual([3, 0])

  await test.shop.db.update(beltVariants).set({ stock: 20 }).where(eq(beltVariants.productId, belt))
  const [one, other] = await Promise.all([packer.post(`${path}/pack`), packer.post(`${path}/pack`)])
  expect(one!.body.packed + other!.body.packed).toBe(4)
  expect(await stock()).toBe(16)
  expect((await packer.get(`${path}/pick-list`)).body).toMatchObject({
    boxes: 4,
    lines: [{ size: '36', boxes: 4 }],
    guides: 1,
  })
})

it('packed boxes can be unpacked until they ship, which restores inventory', async () => {
  // Another drop's are another matter.
  expect((await packer.post('/api/admin/drops/2027-01/unpack', {})).body).toEqual({ unpacked: 0 })
  expect((await packer.post(`${path}/unpack`, {})).body).toEqual({ unpacked: 4 })
  expect(await stock()).toBe(20)
  await packer.post(`${path}/pack`)
  expect(await stock()).toBe(16)
})

it('the measuring guide goes into an unsure member’s first box only', async () => {
  const withGuide = async (drop: string) =>
    (await packer.get(`/api/admin/drops/${drop}/slips`)).body.slips
      .filter((each: { hasGuide: boolean }) => each.hasGuide)
      .map((each: { name: string }) => each.name)
  expect(await withGuide('2026-12')).toEqual(['Ines Okafor'])
  const { id: _, paymentId: __, ...first } = await boxOf('Ines Okafor')
  const [payment] = await test.shop.db
    .insert(membershipPayments)
    .values({
      ...{ membershipId: first.membershipId, reference: 'second', amountCents: 6950, boxCount: 1 },
      paidAt: test.clock.now(),
    })
    .returning()
  const later = { drop: '2027-01', packedAt: new Date('2026-12-31T15:00:00Z'), productId: other, ordinal: 1 }
  const [second] = await test.shop.db
    .insert(boxes)
    .values({ ...first, ...later, paymentId: payment!.id })
    .returning()
  expect(await withGuide('2027-01')).toEqual([])
  await test.shop.db.delete(boxes).where(eq(boxes.id, second!.id))
})

it('a gift’s slip has the message, and no paper has a price or email', async () => {
  const { slips } = (await packer.get(`${path}/slips`)).body
  expect(slips.find((each: { gift: unknown }) => each.gift)).toMatchObject({
    gift: { from: 'Maya Ellison', message: 'Happy birthday, Dad.' },
    name: 'Thomas Ellison',
    ordinal: 1,
    boxCount: 6,
  })
  const labels = await (await packer.request('GET', `${path}/labels.csv?weight=12`)).text()
  expect(labels.split('\n')[0]).toContain('Order Number,Box Reference,Recipient Name,Address Line 1')
  // Each part under its own heading, as a carrier's tool reads it.
  const [headings, ...rest] = parse(labels, { bom: true }) as string[][]
  const boxesOfFile = rest.map((line) =>
    Object.fromEntries(headings!.map((heading, at) => [heading, line[at]])),
  )
  expect(boxesOfFile.find((line) => line['Recipient Name'] === 'Thomas Ellison')).toEqual({
    'Order Number': expect.stringMatching(/^BC-/),
    'Box Reference': boxReference((await boxOf('Thomas Ellison')).id),
    'Recipient Name': 'Thomas Ellison',
    'Address Line 1': '418 Alder Street',
    'Address Line 2': '',
    City: 'Portland',
    State: 'OR',
    'Zip Code': '97209',
    Country: 'US',
    'Weight (oz)': '12',
  })
  // What a program would run as a formula is text.
  expect(labels).toContain(`'=Maya Ellison`)
  expect(labels).toContain('"Paul ""Pit"" Saito"')
  // Ids, references and order numbers are made by chance, and some have any digits.
  const texts = slips.map(
    ({ boxId: _, reference: __, orderNumber: ___, ...slip }: Record<string, unknown>) => slip,
  )
  const lines = labels.split('\n').map((line) => line.split(',').slice(2).join(','))
  for (const paper of [JSON.stringify(texts), lines.join('\n')]) expect(paper).not.toMatch(/\$|@|69\.50|357/)
  // The label keeps the address that was packed.
  const ines = await boxOf('Ines Okafor')
  await test.shop.db
    .update(memberships)
    .set({ address: sql`address || '{"address": "9 New Road"}'` })
    .where(eq(memberships.id, ines.membershipId))
  const again = await (await packer.request('GET', `${path}/labels.csv?weight=12`)).text()
  expect(again).toBe(labels)
  const fresh = async () =>
    (await (await packer.request('GET', `${path}/labels.csv?weight=12&which=new`)).text()).trim().split('\n')
      .length - 1
  expect(await fresh()).toBe(0)
  expect((await packer.get(`${path}/pack`)).body.unlabelled).toBe(0)
  // A box packed later is alone in the next file, and only in that one.
  const late = await boxOf('Thomas Ellison')
  test.clock.advance(60_000)
  await test.shop.db.update(boxes).set({ packedAt: test.clock.now() }).where(eq(boxes.id, late.id))
  expect((await packer.get(`${path}/pack`)).body.unlabelled).toBe(1)
  test.clock.advance(60_000)
  expect(await fresh()).toBe(1)
  expect(await fresh()).toBe(0)
})

it('a tracking file ships its good lines, names the bad ones, and tells each member once', async () => {
  const [maya, ines, paul, lena, thomas] = await Promise.all(
    [...people, 'Thomas Ellison'].map(async (name) => boxReference((await boxOf(name)).id)),
  )
  const csv = [
    'Reference,Name,Tracking #',
    'Box reference,,',
    `${maya},=Maya Ellison,1Z999AA10123456784`,
    `${ines!.toLowerCase().replaceAll('-', '')},"Ines, Okafor",1Z999AA10123456785`,
    `${ines},again,1Z999AA10123456786`,
    `${paul},,`,
    `${lena},not packed,1Z999AA10123456787`,
    'AAAA-BBBB-CCCC,nobody,1Z999AA10123456788',
    `${thomas},a "gift,1Z999AA10123456789`,
  ]
    .join('\r\n')
    .replace('Tracking #', 'Tracking Number')
  const preview = (await send('tracking/preview', csv)).body
  expect(preview).toMatchObject({ taken: 2, known: 0, odd: [] })
  const odd = (await send('tracking/preview', `Box Reference,Tracking Number\n${maya},12`)).body
  expect(odd).toMatchObject({ taken: 1, odd: [{ line: 2, trackingNumber: '12' }] })
  const shared = `Box Reference,Tracking Number\n${maya},1Z999AA10123456784\n${ines},1Z999AA10123456784`
  expect((await send('tracking/preview', shared)).body, 'two boxes, one number').toMatchObject({
    taken: 1,
    problems: [{ line: 3, problem: expect.stringContaining('is on line 2 too') }],
  })
  const noted = `Box Reference,Note,Tracking Number\n${maya},ring twice; fragile,1Z999AA10123456784`
  for (const file of [
    noted,
    `sep=;\n${noted.replaceAll(';', '').replaceAll(',', ';').replace('twice', 'twice,')}`,
  ])
    expect((await send('tracking/preview', file)).body.sample).toMatchObject([
      { line: file === noted ? 2 : 3, trackingNumber: '1Z999AA10123456784' },
    ])
  // As carriers' tools keep a number from being rounded, and as a scanner reads it from a label.
  for (const typed of [
    '="9400111899223197428490"',
    '"=""9400111899223197428490"""',
    '420972099400111899223197428490',
  ])
    expect(
      (await send('tracking/preview', `Box Reference,Tracking Number\n${maya},${typed}`)).body,
    ).toMatchObject({
      sample: [{ trackingNumber: '9400111899223197428490' }],
      odd: [],
    })
  const opened = `Box Reference,Tracking Number\n${maya},9.40011E+21\n${ines},9.40011E+21`
  const rounded = (await send('tracking/preview', opened)).body
  expect(rounded).toMatchObject({ taken: 0, badLines: 2 })
  expect(rounded.problems[0].problem).toContain('Import the carrier’s own file')
  expect(preview.problems.map((each: { line: number }) => each.line)).toEqual([2, 5, 6, 7, 8, 9])
  expect(test.mails).toHaveLength(0)

  expect((await send('tracking', csv)).body).toMatchObject({ taken: 2 })
  expect((await send('tracking', csv)).body).toMatchObject({ taken: 0, known: 2 })
  expect((await send('tracking', 'name,city\nx,y')).status).toBe(400)
  await packer.post(`/api/admin/boxes/${(await boxOf('Thomas Ellison')).id}/tracking`, {
    trackingNumber: ' 1Z999AA10123456789 ',
  })
  // A scanner that reads a label twice doesn't ship the next box, too, unless both are in one package.
  const [next] = (await packer.get('/api/admin/drops/2026-12/boxes?filter=packed')).body.boxes
  const twice = { trackingNumber: '1Z 999 AA1 01 2345 6789' }
  expect((await packer.post(`/api/admin/boxes/${next.id}/tracking`, twice)).body.message).toBe(
    'The package for Thomas Ellison has this number already. Scan this one’s own label.',
  )
  await drainOutbox(test.shop)
  const told = () => test.mails.filter((mail) => mail.kind === 'box-shipped').map((mail) => mail.to)
  expect(told().sort()).toEqual(['lison@example.com', 'kafor@example.com'].sort())

  // The gift’s recipient is told after the notice, not before.
  test.clock.set('2026-12-24T13:59:00Z')
  await drainOutbox(test.shop)
  expect(told()).toHaveLength(2)
  test.clock.set('2026-12-24T14:10:00Z')
  await drainOutbox(test.shop)
  expect(told().at(-1)).toBe('thomas@example.com')
  expect(test.mails.at(-1)!.text).not.toMatch(/\$/)
})

it('the order follows its parcel, and sends no second email', async () => {
  const rows = await test.shop.db
    .select({ status: orders.status, tracking: shippingInfo.trackingNumber, id: orders.id })
    .from(orders)
    .innerJoin(shippingInfo, eq(shippingInfo.orderId, orders.id))
  expect(rows.map((row) => row.status).sort()).toEqual([
    'pending',
    'processing',
    'shipped',
    'shipped',
    'shipped',
  ])
  const shipped = rows.find((row) => row.tracking === '1Z999AA10123456784')!
  // A month later, everybody signs in again.
  const owner = await signIn(test)
  packer = await signIn(test, 'packer')
  await owner.patch(`/api/admin/orders/${shipped.id}/tracking`, { trackingNumber: shipped.tracking })
  expect(await test.shop.db.select().from(outbox).where(eq(outbox.kind, 'order-shipped'))).toEqual([])

  const box = await boxOf('=Maya Ellison')
  const elsewhere = ['Undelivered', 'Not yet delivered', 'Delivered, To Original Sender', 'To be delivered']
  const undelivered = await send(
    'delivered',
    `Tracking Number;Status\n${elsewhere.map((status) => `1Z999AA10123456784;"${status}"`).join('\n')}`,
  )
  expect(undelivered.body).toMatchObject({ taken: 0, badLines: 4 })
  const delivered = await send(
    'delivered',
    'Tracking Number;Status\n1Z 999 AA1 0123 4567 84;Delivered\n1Z999AA10123456785;In transit',
  )
  expect(delivered.body).toMatchObject({ taken: 1, badLines: 1, problems: [{ line: 3 }] })
  expect((await boxOf('=Maya Ellison')).deliveredAt).not.toBeNull()
  expect((await packer.post(`/api/admin/boxes/${box.id}/delivered`)).status).toBe(200)
  const statusOf = async () =>
    (await test.shop.db.select().from(orders).where(eq(orders.id, shipped.id)))[0]!.status
  expect(await statusOf()).toBe('delivered')
  // It was the wrong row.
  const takeBack = (boxId = box.id) => packer.post(`/api/admin/boxes/${boxId}/not-delivered`)
  const exchange = { boxId: box.id, kind: 'return', remedy: 'refund', askedBy: 'member' } as const
  await test.shop.db.insert(exchanges).values({ ...exchange, expiresAt: test.clock.now() })
  expect((await takeBack()).body.message).toContain('Its return or exchange has begun.')
  await test.shop.db.delete(exchanges)
  // Pressed twice.
  expect([(await takeBack()).status, (await takeBack()).status]).toEqual([200, 200])
  expect(await boxOf('=Maya Ellison')).toMatchObject({
    state: 'shipped',
    deliveredAt: null,
    reviewOn: box.reviewOn,
  })
  expect(await statusOf()).toBe('shipped')
  await packer.post(`/api/admin/boxes/${box.id}/delivered`)
  await test.shop.db
    .insert(parcels)
    .values({ boxId: box.id, ounces: 12, label: 'bought', track: 'delivered' })
  expect((await takeBack()).body.message).toContain('The carrier says that it was delivered.')

  // A gift's later parcel has a number of its own: the order keeps that of the first, corrected or not.
  const gift = await boxOf('Thomas Ellison')
  const ofGift = eq(boxes.membershipId, gift.membershipId)
  const pack = (drop: string) =>
    test.shop.db
      .update(boxes)
      .set({ state: 'packed', shipTo: gift.shipTo, packedAt: test.clock.now() })
      .where(and(ofGift, eq(boxes.drop, drop)))
      .returning()
  const [later] = await pack('2027-01')
  expect((await takeBack(later!.id)).body.message).toBe('This box is packed.')
  // An order number is the same every month: last month's file isn't taken for this month's.
  const [ofLater] = (await packer.get('/api/admin/drops/2027-01/boxes?filter=packed')).body.boxes
  const old = `Order Number,Tracking Number\n${ofLater.orderNumber},1Z999AA10123456789`
  expect((await send('tracking/preview', old, '/api/admin/drops/2027-01')).body).toMatchObject({
    taken: 0,
    problems: [{ line: 2, problem: expect.stringContaining('on a December 2026 package already') }],
  })
  // Months later, its carrier may have given it out again.
  await pack('2027-05')
  expect((await send('tracking/preview', old, '/api/admin/drops/2027-05')).body).toMatchObject({ taken: 1 })
  const correct = async ({ id }: { id: string }, trackingNumber: string) => {
    expect((await packer.post(`/api/admin/boxes/${id}/tracking`, { trackingNumber })).status).toBe(200)
    const known = await test.shop.db.select({ number: shippingInfo.trackingNumber }).from(shippingInfo)
    return known.map(({ number }) => number)
  }
  expect(await correct(later!, '1Z999AA10123456790')).toContain('1Z999AA10123456789')
  expect(await correct(later!, '1Z999AA10123456791')).toContain('1Z999AA10123456789')
  expect(await correct(gift, '1Z999AA10123456792')).toContain('1Z999AA10123456792')
})
