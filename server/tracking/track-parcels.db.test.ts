import { and, eq, isNotNull } from 'drizzle-orm'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boxes, exchanges, memberships, outbox, parcels } from '../../db/schema.ts'
import { type SignedIn, signIn } from '../../test/admin.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { startEasyPostSimulator } from '../../test/easypost-simulator.ts'
import { signInMember } from '../../test/member.ts'
import { packedDrop } from '../../test/packed-drop.ts'
import { sentBelt } from '../../test/sent-belt.ts'
import { easyPostCarrier } from '../adapters/easypost/easypost-carrier.ts'
import { requestExchange } from '../exchanges/request-exchange.ts'
import { finishLabels } from '../parcels/labels.ts'
import { parseCarrier } from '../shop/services-config.ts'
import { applyTrackingUpdate, pollTracking } from './track-parcels.ts'

let service: Awaited<ReturnType<typeof startEasyPostSimulator>>
let test: TestShop
let packer: SignedIn
let sent: { id: string; number: string; email: string }[]
const path = '/api/admin/drops/2026-12'
beforeAll(async () => {
  service = await startEasyPostSimulator()
  const carrier = easyPostCarrier(parseCarrier(service.env, service.env.POSTAL_ADDRESS)!)
  test = await createTestShop({ env: service.env, carrier: () => carrier })
  packer = await packedDrop(test, 6)
  await packer.post(`${path}/labels/quote`, { ounces: 12 })
  await packer.post(`${path}/labels/buy`, { upToCents: 6 * 542 })
  await packer.post(`${path}/labels/ship`)
  const rows = await test.shop.db
    .select({ id: boxes.id, number: boxes.trackingNumber, email: memberships.memberEmail })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .where(eq(boxes.drop, '2026-12'))
    .orderBy(boxes.id)
  // Each with a payer of its own: from a payer's second claim on, a person decides.
  await test.shop.db.update(memberships).set({ payerEmail: memberships.memberEmail })
  sent = rows.map(({ id, number, email }) => ({ id, number: number!, email: email! }))
})
afterAll(async () => {
  await test.close()
  await service.close()
})

const boxOf = async (id: string) => (await test.shop.db.select().from(boxes).where(eq(boxes.id, id)))[0]!
const tell = async ({ body, signature }: { body: string; signature: string }) =>
  (
    await test.app.request('/webhooks/easypost', {
      method: 'POST',
      body,
      headers: { 'x-hmac-signature': signature },
    })
  ).status
const troubleMails = async (id: string) =>
  (await test.shop.db.select().from(outbox).where(eq(outbox.kind, 'box-trouble'))).filter(({ subjectId }) =>
    subjectId.startsWith(id),
  )
const beltOf = async (place: number) => {
  const member = await signInMember(test, sent[place]!.email)
  return { member, belt: (await member.get('/api/account/sent-belts')).body.belts[0] }
}

it('an unsigned event changes nothing', async () => {
  const { body } = service.event(sent[0]!.number, 'delivered', '2026-12-03T10:00:00Z')
  expect(await tell({ body, signature: 'hmac-sha256-hex=00' })).toBe(400)
  expect((await boxOf(sent[0]!.id)).state).toBe('shipped')
})

it('repeated and out-of-order events leave a belt where it is', async () => {
  const { id, number } = sent[0]!
  const moving = service.event(number, 'in_transit', '2026-12-03T11:00:00Z')
  const delivered = service.event(number, 'delivered', '2026-12-04T17:20:00Z')
  test.clock.set('2026-12-05T15:00:00Z')
  for (const event of [delivered, moving, delivered, moving]) expect(await tell(event)).toBe(200)
  expect(await boxOf(id)).toMatchObject({
    state: 'delivered',
    deliveredAt: new Date('2026-12-04T17:20:00Z'),
    trouble: null,
  })
  expect(await troubleMails(id)).toEqual([])
})

it('a package that came back after it was called delivered is reported, too', async () => {
  const { id, number } = sent[0]!
  await tell(service.event(number, 'return_to_sender', '2026-12-05T12:00:00Z'))
  expect((await boxOf(id)).trouble).toBe('returned')
  expect(await troubleMails(id)).toHaveLength(1)
})

it('an undeliverable package is reported once, and resent to another address', async () => {
  const { id, number } = sent[1]!
  const back = service.event(number, 'return_to_sender', '2026-12-05T10:00:00Z')
  await tell(back)
  await tell(back)
  expect(await troubleMails(id)).toHaveLength(1)
  const { member, belt } = await beltOf(1)
  expect(belt).toMatchObject({ trouble: 'returned', claims: ['replacement', 'refund'] })
  const asked = await member.post(`/api/account/sent-belts/${id}/exchange`, {
    kind: 'lost',
    remedy: 'replacement',
  })
  expect(asked.body.belt.exchange).toMatchObject({ state: 'requested', kind: 'lost', label: null })
  const [exchange] = await test.shop.db.select().from(exchanges).where(eq(exchanges.boxId, id))
  // It ships at once, without waiting.
  expect(await boxOf(exchange!.replacementBoxId!)).toMatchObject({ state: 'assigned', holdReason: null })
})

it('a package that left with another number than its label’s is followed by that one, and isn’t called lost', async () => {
  const { id } = sent[5]!
  const typed = '9400 1118 9922 3100 0055 55'
  const staff = await signIn(test)
  const corrected = await staff.post(`/api/admin/boxes/${id}/tracking`, { trackingNumber: typed })
  expect(corrected.status, JSON.stringify(corrected.body)).toBe(200)
  await pollTracking(test.shop)
  await tell(service.event(typed.replaceAll(' ', ''), 'delivered', '2026-12-05T14:00:00Z'))
  expect(await boxOf(id)).toMatchObject({ state: 'delivered', trouble: null })
  const rows = await test.shop.db.select().from(parcels).where(eq(parcels.boxId, id))
  expect(rows.map(({ label, track }) => [label, track]).toSorted()).toEqual([
    ['bought', 'delivered'],
    ['voiding', 'waiting'],
  ])
})

it('after ten days without a scan it counts as lost, and is refunded once without asking', async () => {
  const { id, number } = sent[2]!
  await tell(service.event(number, 'in_transit', '2026-12-03T10:00:00Z'))
  test.clock.set('2026-12-12T15:00:00Z')
  await pollTracking(test.shop)
  expect((await boxOf(id)).trouble).toBeNull()
  test.clock.set('2026-12-14T15:00:00Z')
  await pollTracking(test.shop)
  await pollTracking(test.shop)
  expect((await boxOf(id)).trouble).toBe('lost')
  // What the carrier writes without a new scan finds nothing.
  const scannedAt = new Date('2026-12-03T10:00:00Z')
  const unscanned = { trackingNumber: number, state: 'moving' as const, scannedAt }
  await applyTrackingUpdate(test.shop, { ...unscanned, at: new Date('2026-12-14T14:00:00Z') })
  expect((await boxOf(id)).trouble).toBe('lost')
  expect(await troubleMails(id)).toHaveLength(1)
  const { member } = await beltOf(2)
  const ask = () => member.post(`/api/account/sent-belts/${id}/exchange`, { kind: 'lost', remedy: 'refund' })
  const asked = await ask()
  expect(asked.body.belt.exchange).toMatchObject({
    kind: 'lost',
    remedy: 'refund',
    number: expect.any(String),
  })
  expect(await ask()).toMatchObject({ status: 200 })
  expect(await boxOf(id)).toMatchObject({ state: 'returned', refundId: expect.any(String) })
  // Then it turns up here: a refunded member has nothing left to choose.
  await tell(service.event(number, 'return_to_sender', '2026-12-14T14:30:00Z'))
  expect(await troubleMails(id)).toHaveLength(1)
})

it('a late scan clears a lost package, and so does asking the carrier', async () => {
  const { id, number } = sent[3]!
  expect((await boxOf(id)).trouble).toBe('lost')
  service.event(number, 'delivered', '2026-12-15T10:00:00Z')
  test.clock.set('2026-12-16T15:00:00Z')
  await pollTracking(test.shop)
  expect(await boxOf(id)).toMatchObject({ state: 'delivered', trouble: null })
})

it('“It never came” opens after the promised day, not before', async () => {
  const { id } = sent[4]!
  await test.shop.db
    .update(parcels)
    .set({ track: 'moving', scannedAt: new Date('2026-12-10T10:00:00Z') })
    .where(eq(parcels.boxId, id))
  await test.shop.db.update(boxes).set({ trouble: null }).where(eq(boxes.id, id))
  // Shipped on Tuesday, December 1: seven business days end on the 10th.
  test.clock.set('2026-12-10T15:00:00Z')
  const early = await beltOf(4)
  expect(early.belt.claims).toEqual([])
  const refused = await early.member.post(`/api/account/sent-belts/${id}/exchange`, { kind: 'lost' })
  expect(refused.body).toMatchObject({ code: 'not_possible' })
  test.clock.set('2026-12-11T15:00:00Z')
  expect((await beltOf(4)).belt.claims).toEqual(['replacement', 'refund'])
  const { member } = await beltOf(4)
  const asked = await member.post(`/api/account/sent-belts/${id}/exchange`, {
    kind: 'lost',
    remedy: 'refund',
  })
  // Only the member says so: a person checks it first.
  expect(asked.body.belt).toMatchObject({ trouble: 'missing', exchange: { state: 'requested' } })
})

it('a belt that staff marked as delivered keeps that day when its carrier reports it, too', async () => {
  const { id, number } = sent[4]!
  const clerk = await signIn(test, 'packer')
  expect((await clerk.post(`/api/admin/boxes/${id}/delivered`)).status).toBe(200)
  const { deliveredAt } = await boxOf(id)
  test.clock.set('2026-12-12T15:00:00Z')
  expect(await tell(service.event(number, 'delivered', '2026-12-12T14:00:00Z'))).toBe(200)
  expect(await boxOf(id)).toMatchObject({ state: 'delivered', deliveredAt })
})

it('a return gets its label at once, by email and on the page, and advances when it is scanned in', async () => {
  const { id } = sent[0]!
  const { member } = await beltOf(0)
  const asked = await member.post(`/api/account/sent-belts/${id}/exchange`, {
    kind: 'return',
    remedy: 'refund',
  })
  const { exchange } = asked.body.belt
  expect(exchange).toMatchObject({ state: 'requested', label: { hasCode: true } })
  await test.work()
  const mail = test.mails.find(({ kind, attachments }) => kind === 'exchange-requested' && attachments)!
  expect(mail.attachments!.map(({ contentType }) => contentType)).toEqual(['application/pdf', 'image/png'])
  expect(mail.text).toContain('Your prepaid return label is attached')
  const file = await test.app.request(`/api/account/exchanges/${exchange.id}/label.pdf`, {
    headers: member.headers,
  })
  expect(file.headers.get('content-type')).toBe('application/pdf')
  const stranger = await signInMember(test, sent[1]!.email)
  expect((await stranger.get(`/api/account/exchanges/${exchange.id}/label.pdf`)).status).toBe(404)
  const [parcel] = await test.shop.db.select().from(parcels).where(eq(parcels.exchangeId, exchange.id))
  const arrived = service.event(parcel!.trackingNumber!, 'delivered', '2026-12-11T14:00:00Z')
  await tell(arrived)
  await tell(arrived)
  expect((await test.shop.db.select().from(exchanges).where(eq(exchanges.id, exchange.id)))[0]).toMatchObject(
    { state: 'received' },
  )
})

it('a return parcel’s events don’t affect the original box', async () => {
  const { id } = sent[1]!
  const [out] = await test.shop.db.select().from(parcels).where(eq(parcels.boxId, id))
  const [exchange] = await test.shop.db.select().from(exchanges).where(eq(exchanges.boxId, id))
  const number = '9400100000000000009999'
  const { id: _, shipmentId: __, ...rest } = out!
  const back = { ...rest, exchangeId: exchange!.id, trackingNumber: number, track: 'waiting' as const }
  await test.shop.db.insert(parcels).values({ ...back, trackedAt: null, scannedAt: null })
  const before = await boxOf(id)
  for (const [status, at] of [
    ['in_transit', '2027-01-06T10:00:00Z'],
    ['failure', '2027-01-07T10:00:00Z'],
    ['delivered', '2027-01-08T10:00:00Z'],
  ] as const)
    expect(await tell(service.event(number, status, at))).toBe(200)
  const { updatedAt: ___, ...box } = await boxOf(id)
  expect(before).toMatchObject(box)
  expect(await troubleMails(id)).toHaveLength(1)
})

/** The label that the service made, not one that staff uploaded. */
const labelOf = async (exchangeId: string) =>
  (
    await test.shop.db
      .select()
      .from(parcels)
      .where(and(eq(parcels.exchangeId, exchangeId), isNotNull(parcels.shipmentId)))
  )[0]!
const pdf = async () => {
  const document = await PDFDocument.create()
  document.addPage()
  return Buffer.from(await document.save())
}

it.each<[string, object, (owner: SignedIn, id: string) => Promise<{ status: number }>, number]>([
  [
    'something else is given than a repair',
    { kind: 'damaged', remedy: 'repair' },
    (owner, id) => owner.post(`/api/admin/exchanges/${id}/change`, { remedy: 'refund' }),
    200,
  ],
  [
    'staff end the return',
    { kind: 'size', size: '38' },
    (owner, id) => owner.post(`/api/admin/exchanges/${id}/cancel`),
    200,
  ],
  [
    'staff upload another label',
    { kind: 'return', remedy: 'refund' },
    async (owner, id) => owner.request('POST', `/api/admin/exchanges/${id}/label-file`, await pdf()),
    409,
  ],
])('the label of a package that the carrier has is kept when %s', async (_, wish, act, status) => {
  const { box } = await sentBelt(test)
  const owner = await signIn(test)
  const ask = { boxId: box.id, askedBy: 'owner', ...wish } as Parameters<typeof requestExchange>[1]
  const { id } = await requestExchange(test.shop, ask)
  const { trackingNumber, shipmentId } = await labelOf(id)
  await tell(service.event(trackingNumber!, 'in_transit', '2027-02-01T10:00:00Z'))
  expect(await act(owner, id)).toMatchObject({ status })
  await finishLabels(test.shop)
  expect(await labelOf(id)).toMatchObject({ label: 'bought', track: 'moving' })
  expect(service.world.shipments.get(shipmentId!)!.refund_status, 'its postage was used').toBe(null)
  // Unseen, it's given up as before.
  const { box: other } = await sentBelt(test)
  const { id: unseen } = await requestExchange(test.shop, { ...ask, boxId: other.id })
  expect(await act(await signIn(test), unseen)).toMatchObject({ status: 200 })
  expect((await labelOf(unseen)).label).toBe('voiding')
})

it.each([
  ['an event', 'voiding'],
  ['asking the carrier', 'void'],
] as const)(
  'a belt sent back with a label that was given up is seen to travel and arrive, by %s',
  async (by, label) => {
    const { box } = await sentBelt(test)
    const owner = await signIn(test)
    const { id } = await requestExchange(test.shop, { boxId: box.id, kind: 'return', askedBy: 'owner' })
    await owner.post(`/api/admin/exchanges/${id}/cancel`)
    if (label === 'void') await finishLabels(test.shop)
    const { trackingNumber } = await labelOf(id)
    expect(await labelOf(id)).toMatchObject({ label })
    const noteNow = async (status: string, at: string) => {
      const event = service.event(trackingNumber!, status, at)
      if (by === 'an event') await tell(event)
      else await pollTracking(test.shop)
      test.clock.advance(7 * 60 * 60_000)
      const { exchanges: rows } = (await (await signIn(test)).get('/api/admin/exchanges?state=all&limit=100'))
        .body
      return rows.find((row: { id: string }) => row.id === id)
    }
    const at = (days: number) => new Date(test.clock.now().getTime() + days * 24 * 60 * 60_000).toISOString()
    expect(await noteNow('in_transit', at(1))).toMatchObject({
      note: expect.stringContaining('is on its way here'),
    })
    const arrived = await noteNow('delivered', at(2))
    expect(arrived).toMatchObject({ state: 'cancelled', note: expect.stringContaining('has arrived') })
    expect(arrived.note.match(/on its way here/g)).toHaveLength(1)
    expect(await labelOf(id)).toMatchObject({ track: 'delivered' })
    // Someone has to look at it, until the note says what came of it.
    const again = await signIn(test)
    const isOnToday = async () => {
      const { promises } = (await again.get('/api/admin/promises?kind=exchange')).body
      return promises.some((promise: { id: string }) => promise.id === id)
    }
    expect(await isOnToday()).toBe(true)
    await again.post(`/api/admin/exchanges/${id}/note`, { note: `${arrived.note}\nSent back to her.` })
    expect(await isOnToday()).toBe(false)
  },
)

it('a belt sent back with its first label, though it got another one, is received', async () => {
  const { box } = await sentBelt(test)
  const owner = await signIn(test)
  const { id } = await requestExchange(test.shop, { boxId: box.id, kind: 'return', askedBy: 'owner' })
  const first = await labelOf(id)
  await owner.request('POST', `/api/admin/exchanges/${id}/label-file`, await pdf())
  await tell(service.event(first.trackingNumber!, 'delivered', '2027-03-01T10:00:00Z'))
  const [exchange] = await test.shop.db.select().from(exchanges).where(eq(exchanges.id, id))
  expect(exchange).toMatchObject({ state: 'received', note: expect.stringContaining('Scanned in') })
  expect(exchange!.note).not.toContain('after all')
})

it('a return that the carrier brought back to its member gets one new label, in place of the used one', async () => {
  const { box, email } = await sentBelt(test)
  const owner = await signIn(test)
  const { id } = await requestExchange(test.shop, { boxId: box.id, kind: 'return', askedBy: 'owner' })
  const { trackingNumber, shipmentId } = await labelOf(id)
  await tell(service.event(trackingNumber!, 'return_to_sender', '2026-12-10T10:00:00Z'))
  expect((await owner.request('POST', `/api/admin/exchanges/${id}/label-file`, await pdf())).status).toBe(200)
  await finishLabels(test.shop)
  const rows = await test.shop.db.select().from(parcels).where(eq(parcels.exchangeId, id))
  const [given, ...others] = rows.filter(({ label }) => label === 'bought')
  expect([given!.shipmentId, others]).toEqual([null, []])
  expect(service.world.shipments.get(shipmentId!)!.refund_status, 'its postage was used').toBe(null)
  const member = await signInMember(test, email)
  const file = await test.app.request(`/api/account/exchanges/${id}/label.pdf`, { headers: member.headers })
  expect(Buffer.from(await file.arrayBuffer()).equals(given!.pdf!)).toBe(true)
})

it('after days without a shop, only a package whose carrier was asked again counts as lost', async () => {
  const { db, carrier } = test.shop
  const { box } = await sentBelt(test)
  const { id: _, ...like } = { ...box, kind: 'replacement' as const, paymentId: null, productId: null }
  // More than are asked about in one round, theirs last.
  const made = await db
    .insert(boxes)
    .values(
      Array.from({ length: 201 }, (_, place) => ({
        ...{ ...like, valueCents: 0, ordinal: place + 2, trackingNumber: `SILENT${place}` },
        state: place === 0 ? ('shipped' as const) : ('delivered' as const),
      })),
    )
    .returning()
  const moving = { label: 'bought' as const, ounces: 12, track: 'moving' as const }
  await db.insert(parcels).values(
    made.map(({ id: boxId, state, trackingNumber }) => ({
      ...{ ...moving, boxId, trackingNumber, scannedAt: new Date('2026-12-03') },
      ...(state === 'shipped'
        ? { askedAt: new Date('2026-12-03'), updatedAt: new Date('2026-12-04') }
        : { updatedAt: new Date('2026-12-03') }),
    })),
  )
  const theirs = made.find(({ state }) => state === 'shipped')!.id
  test.clock.set('2027-04-01T15:00:00Z')
  for (const trouble of [null, 'lost']) {
    await pollTracking({ ...test.shop, carrier: { ...carrier!, track: async () => null } })
    expect(await boxOf(theirs)).toMatchObject({ trouble })
  }
})
