import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { boxes, demoParcels, exchanges, parcels } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import type { TrackingUpdate, TrackState } from '../../domain/parcel.ts'
import type { BoughtLabel, Carrier, Parcel, Quote } from '../shop/carrier.ts'

/** What happens to a package. */
export type Fate = 'delivered' | 'late' | 'returned' | 'lost'

/** Misspellings that the demo corrects. */
const spelled: Record<string, string> = {
  stret: 'Street',
  steet: 'Street',
  avenu: 'Avenue',
  aveneu: 'Avenue',
  raod: 'Road',
  lnae: 'Lane',
}

const day = 24 * 60 * 60_000
const service = 'Demo Ground'

/** Of 100 packages, one is lost, five are late and two come back. The same reference always has the same fate. */
export function usualFate(reference: string): Fate {
  const chance = createHash('sha256').update(reference).digest().readUInt32BE() / 2 ** 32
  return chance < 0.01 ? 'lost' : chance < 0.06 ? 'late' : chance < 0.08 ? 'returned' : 'delivered'
}

/** Tracking states, with days since the package was handed over. */
const ways: Record<Fate, [number, TrackState][]> = {
  delivered: [
    [0.5, 'moving'],
    [2, 'moving'],
    [4, 'delivered'],
  ],
  late: [
    [0.5, 'moving'],
    [3, 'problem'],
    [6, 'moving'],
    [9, 'delivered'],
  ],
  returned: [
    [0.5, 'moving'],
    [3, 'moving'],
    [6, 'returned'],
  ],
  lost: [
    [0.5, 'moving'],
    [1.5, 'moving'],
  ],
}

/**
 * Stands in for a carrier in a shop without a key. Labels are marked SPECIMEN. Packages travel by the shop's clock from
 * the moment the shop marks them as shipped; a return leaves two days after its label was made.
 */
export function demoCarrier(
  db: Database,
  now: () => Date,
  fateOf: (reference: string) => Fate = usualFate,
): Carrier {
  async function open({ reference, from, to, ounces }: Parcel, isReturn: boolean): Promise<Quote> {
    const shipmentId = `demo_${reference}`
    const cents = 450 + Math.ceil(ounces) * 10
    await db
      .insert(demoParcels)
      .values({
        ...{ shipmentId, reference, isReturn, cents, createdAt: now() },
        trackingNumber: numberOf(reference),
        sender: isReturn ? to : from,
        receiver: isReturn ? from : to,
      })
      .onConflictDoNothing()
    return { shipmentId, rateId: 'ground', carrier: 'Demo', service, cents }
  }

  async function find(shipmentId: string) {
    const [found] = await db.select().from(demoParcels).where(eq(demoParcels.shipmentId, shipmentId))
    if (!found) throw new ShopError('not_possible', 'The carrier does not know this package.')
    return found
  }

  return {
    kind: 'demo',
    checkAddress: async (address) => {
      // A real carrier knows every address; this one only knows house numbers and common misspellings.
      const problem = /\d/.test(address.street1) ? null : 'This address has no house number.'
      const street1 = address.street1.replaceAll(/\p{L}+/gu, (word) => spelled[word.toLowerCase()] ?? word)
      return { problem, suggestion: street1 === address.street1 ? null : { ...address, street1 } }
    },
    quote: (parcel) => open(parcel, false),
    returnLabel: (parcel) => open(parcel, true),
    async buyLabel({ shipmentId }, wants): Promise<BoughtLabel> {
      const { sender: from, receiver: to, trackingNumber, cents, createdAt } = await find(shipmentId)
      await db
        .update(demoParcels)
        .set({ boughtAt: now() })
        .where(and(eq(demoParcels.shipmentId, shipmentId), isNull(demoParcels.boughtAt)))
      const { drawSpecimen } = await import('../documents/label-sheets.ts')
      const pdf = await drawSpecimen({ from, to, trackingNumber, service, madeAt: createdAt })
      const qr = wants.qr
        ? await (await import('qrcode')).default.toBuffer(`SPECIMEN ${trackingNumber}`, {
            width: 320,
            margin: 2,
          })
        : null
      return { trackingNumber, carrier: 'Demo', cents, pdf, qr }
    },
    async voidLabel(shipmentId) {
      await find(shipmentId)
      await db.update(demoParcels).set({ voidedAt: now() }).where(eq(demoParcels.shipmentId, shipmentId))
      return true
    },
    async track({ trackingNumber }) {
      const [found] = await db
        .select({ parcel: demoParcels, shippedAt: boxes.shippedAt, exchange: exchanges.state })
        .from(demoParcels)
        .innerJoin(parcels, eq(parcels.shipmentId, demoParcels.shipmentId))
        .innerJoin(boxes, eq(parcels.boxId, boxes.id))
        .leftJoin(exchanges, eq(parcels.exchangeId, exchanges.id))
        .where(eq(demoParcels.trackingNumber, trackingNumber))
      if (!found?.parcel.boughtAt) return null
      const { parcel, shippedAt, exchange } = found
      const returned =
        exchange === 'cancelled' || parcel.voidedAt ? null : new Date(parcel.boughtAt!.getTime() + 2 * day)
      const handedOver = parcel.isReturn ? returned : shippedAt
      return newsOf(
        trackingNumber,
        { at: parcel.boughtAt!, handedOver, fate: fateOf(parcel.reference) },
        now(),
      )
    },
    readEvent() {
      throw new ShopError('not_found', 'This shop has no carrier’s key.')
    },
  }
}

type Way = { at: Date; handedOver: Date | null; fate: Fate }

function newsOf(trackingNumber: string, { at, handedOver, fate }: Way, now: Date): TrackingUpdate {
  const events = handedOver
    ? ways[fate].map(([days, state]) => ({ at: new Date(handedOver.getTime() + days * day), state }))
    : []
  const last = events.findLast((event) => event.at <= now)
  return { trackingNumber, state: last?.state ?? 'waiting', at: last?.at ?? at, scannedAt: last?.at ?? null }
}

/** A tracking number of DEMO and 16 digits, in no real carrier's format. */
function numberOf(reference: string): string {
  const digits = BigInt(`0x${createHash('sha256').update(`number ${reference}`).digest('hex').slice(0, 16)}`)
  return `DEMO${digits.toString().padStart(20, '0').slice(-16)}`
}
