import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startEasyPostSimulator } from '../../../test/easypost-simulator.ts'
import type { Carrier } from '../../shop/carrier.ts'
import { parseCarrier } from '../../shop/services-config.ts'
import { easyPostCarrier } from './easypost-carrier.ts'

let service: Awaited<ReturnType<typeof startEasyPostSimulator>>
let carrier: Carrier
beforeAll(async () => {
  service = await startEasyPostSimulator()
  carrier = easyPostCarrier(parseCarrier(service.env, service.env.POSTAL_ADDRESS)!)
})
beforeEach(() => {
  service.world.paid.length = 0
  service.world.asked.length = 0
})
afterAll(() => service.close())

const shop = {
  name: 'Belt Club',
  street1: '1 Main Street',
  street2: '',
  city: 'Dover',
  state: 'DE',
  zip: '19901',
}
const maya = {
  name: 'Maya Ellison',
  street1: '9 Alder Street',
  street2: '',
  city: 'Portland',
  state: 'OR',
  zip: '97209',
}
const parcel = (reference: string) => ({ reference, from: shop, to: maya, ounces: 12 })
const noCode = { qr: false }

it('quotes the cheapest rate within seven business days, and pays nothing yet', async () => {
  expect(await carrier.quote(parcel('a'))).toMatchObject({
    carrier: 'USPS',
    service: 'GroundAdvantage',
    cents: 542,
  })
  expect(service.world.paid).toEqual([])
})

it('buys a label once, and returns the same one when asked again', async () => {
  const quote = await carrier.quote(parcel('b'))
  const first = await carrier.buyLabel(quote, noCode)
  const again = await carrier.buyLabel(quote, noCode)
  expect(service.world.paid).toEqual(['b'])
  expect(again).toEqual(first)
  expect(first).toMatchObject({ carrier: 'USPS', cents: 542, qr: null })
  expect(Buffer.from(first.pdf.slice(0, 5)).toString()).toBe('%PDF-')
})

it('finds a label whose answer was lost', async () => {
  const quote = await carrier.quote(parcel('c'))
  service.world.breaksAfter = '/buy'
  await expect(carrier.buyLabel(quote, noCode)).rejects.toMatchObject({ code: 'carrier_unavailable' })
  const bought = await carrier.buyLabel(quote, noCode)
  expect(service.world.paid).toEqual(['c'])
  expect(bought.trackingNumber).toBe('9400100000000000000001')
})

it('takes no error page for a label, and gets the paid one later', async () => {
  const quote = await carrier.quote(parcel('n'))
  service.world.hasFiles = false
  await expect(carrier.buyLabel(quote, noCode)).rejects.toMatchObject({ code: 'carrier_unavailable' })
  service.world.hasFiles = true
  const { pdf } = await carrier.buyLabel(quote, noCode)
  expect(Buffer.from(pdf.slice(0, 5)).toString()).toBe('%PDF-')
  expect(service.world.paid).toEqual(['n'])
})

it('two simultaneous purchases pay once', async () => {
  const quote = await carrier.quote(parcel('d'))
  const both = await Promise.all([carrier.buyLabel(quote, noCode), carrier.buyLabel(quote, noCode)])
  expect(service.world.paid).toEqual(['d'])
  expect(both[0]!.trackingNumber).toBe(both[1]!.trackingNumber)
})

it('a return label goes the other way, with a post office code', async () => {
  const quote = await carrier.returnLabel(parcel('e'))
  const made = [...service.world.shipments.values()].at(-1)!
  expect([made.from_address.name, made.to_address.name]).toEqual(['Maya Ellison', 'Belt Club'])
  const { qr } = await carrier.buyLabel(quote, { qr: true })
  expect(Buffer.from(qr!).toString('hex')).toBe('89504e470d0a1a0a')
})

it('a carrier without codes returns only the label', async () => {
  const quote = await carrier.returnLabel(parcel('f'))
  const ups = [...service.world.shipments.values()].at(-1)!.rates.find((rate) => rate.carrier === 'UPS')!
  expect(await carrier.buyLabel({ ...quote, rateId: ups.id }, { qr: true })).toMatchObject({
    carrier: 'UPS',
    qr: null,
  })
})

it('refunds postage once, even unbought labels, and reports a used one', async () => {
  const unbought = await carrier.quote(parcel('g'))
  expect(await carrier.voidLabel(unbought.shipmentId)).toBe(true)
  const quote = await carrier.quote(parcel('h'))
  await carrier.buyLabel(quote, noCode)
  expect(await carrier.voidLabel(quote.shipmentId)).toBe(true)
  expect(await carrier.voidLabel(quote.shipmentId)).toBe(true)
  expect(service.world.asked.filter((call) => call.endsWith('/refund'))).toHaveLength(1)
  const used = await carrier.quote(parcel('i'))
  const { trackingNumber } = await carrier.buyLabel(used, noCode)
  service.event(trackingNumber, 'in_transit', '2026-12-04T10:00:00Z')
  expect(await carrier.voidLabel(used.shipmentId)).toBe(false)
})

it('passes on the carrier’s own words when it refuses an address', async () => {
  const nowhere = { ...parcel('j'), to: { ...maya, zip: '00000' } }
  await expect(carrier.quote(nowhere)).rejects.toMatchObject({
    code: 'not_possible',
    message: 'Invalid destination ZIP code',
  })
})

it('questions an address in the carrier’s words, suggests its spelling, and ignores capitals', async () => {
  expect(await carrier.checkAddress({ ...maya, zip: '00000' })).toEqual({
    ...{ problem: 'Address not found', suggestion: null },
  })
  expect(await carrier.checkAddress(maya)).toEqual({ problem: null, suggestion: null })
  expect(await carrier.checkAddress({ ...maya, street1: '418 Adler Street NW' })).toEqual({
    problem: null,
    suggestion: { ...maya, street1: '418 Alder St NW', street2: '', zip: `${maya.zip}-1129` },
  })
  expect(await carrier.checkAddress({ ...maya, street1: '1 Tower Street' })).toEqual({
    ...{ problem: 'Missing secondary information(Apt/Suite#)', suggestion: null },
  })
})

it('is unavailable when the service fails or rejects the key, and refuses nothing for good', async () => {
  service.world.isAway = true
  await expect(carrier.quote(parcel('k'))).rejects.toMatchObject({ code: 'carrier_unavailable' })
  service.world.isAway = false
  const stranger = easyPostCarrier({
    apiKey: 'EZAKwrongwrongwrong',
    apiBase: service.base,
    webhookSecret: null,
  })
  await expect(stranger.quote(parcel('l'))).rejects.toMatchObject({ code: 'carrier_unavailable' })
  expect(() => stranger.readEvent('{}', '')).toThrow('did not sign')
})

it('reads a parcel’s status only from signed events', async () => {
  const { body, signature } = service.event('9400111', 'out_for_delivery', '2026-12-07T09:00:00Z')
  const news = {
    trackingNumber: '9400111',
    state: 'moving',
    at: new Date('2026-12-07T09:00:00Z'),
    scannedAt: new Date('2026-12-07T09:00:00Z'),
  }
  expect(carrier.readEvent(body, signature)).toEqual(news)
  expect(await carrier.track({ trackingNumber: '9400111', carrier: 'USPS' })).toEqual(news)
  expect(() => carrier.readEvent(`${body} `, signature)).toThrow('did not sign')
  expect(() => carrier.readEvent(body, '')).toThrow('did not sign')
  expect(await carrier.track({ trackingNumber: 'X1', carrier: null })).toBeNull()
  // A label that was announced but never scanned.
  expect(await carrier.track({ trackingNumber: '9400112', carrier: null })).toMatchObject({
    state: 'waiting',
    scannedAt: null,
  })
})
