import { createHmac, timingSafeEqual } from 'node:crypto'
import { ShopError } from '../../../domain/errors.ts'
import {
  isSamePlace,
  type ParcelAddress,
  type TrackingUpdate,
  type TrackState,
} from '../../../domain/parcel.ts'
import type { BoughtLabel, Carrier, Parcel, Quote } from '../../shop/carrier.ts'
import type { CarrierConfig } from '../../shop/services-config.ts'
import {
  address,
  EasyPostRefusal,
  easyPostWire,
  type Shipment,
  shipment,
  type Tracker,
  tracker,
} from './wire.ts'

/** The most business days the pages promise (spec §2 "delivery 3-7 business days"). */
const inTime = 7

/** EasyPost's tracking states (docs.easypost.com/docs/trackers). */
const states: Record<string, TrackState> = {
  unknown: 'waiting',
  pre_transit: 'waiting',
  in_transit: 'moving',
  out_for_delivery: 'moving',
  available_for_pickup: 'pickup',
  delivered: 'delivered',
  return_to_sender: 'returned',
  failure: 'problem',
  error: 'problem',
  cancelled: 'problem',
}

/** Labels from EasyPost, over its documented API. */
export function easyPostCarrier({ apiKey, apiBase, webhookSecret }: CarrierConfig): Carrier {
  const wire = easyPostWire(apiKey, apiBase)

  async function open({ reference, from, to, ounces }: Parcel, isReturn: boolean): Promise<Quote> {
    const made = await refusing(() =>
      wire.ask('POST', '/shipments', shipment, {
        shipment: {
          reference,
          is_return: isReturn,
          // For a return, EasyPost swaps the two addresses.
          from_address: sent(from),
          to_address: sent(to),
          parcel: { weight: ounces },
          options: { label_format: 'PDF', label_size: '4x6' },
        },
      }),
    )
    return cheapest(made)
  }

  /** The label bought for a shipment; null: none yet. */
  async function bought(found: Shipment, wants: { qr: boolean }): Promise<BoughtLabel | null> {
    const url = found.postage_label?.label_pdf_url ?? found.postage_label?.label_url
    if (!url || !found.tracking_code) return null
    return {
      trackingNumber: found.tracking_code,
      carrier: found.selected_rate?.carrier ?? '',
      cents: cents(found.selected_rate?.rate ?? '0'),
      pdf: await wire.download(url),
      qr: wants.qr ? await codeOf(found) : null,
    }
  }

  // Only the post office scans labels from a phone. Other carriers have no QR code, which isn't a failure.
  async function codeOf(found: Shipment): Promise<Uint8Array | null> {
    try {
      const made = found.forms?.some(isCode)
        ? found
        : await wire.ask('POST', `/shipments/${found.id}/forms`, shipment, {
            form: { type: 'label_qr_code' },
          })
      const url = made.forms?.find(isCode)?.form_url
      return url ? await wire.download(url) : null
    } catch (error) {
      if (error instanceof EasyPostRefusal) return null
      throw error
    }
  }

  const read = (shipmentId: string) => refusing(() => wire.ask('GET', `/shipments/${shipmentId}`, shipment))

  return {
    kind: 'easypost',
    async checkAddress(asked) {
      const found = await refusing(() =>
        wire.ask('POST', '/addresses', address, { address: { ...sent(asked), verify: ['delivery'] } }),
      )
      const { success = false, errors = [] } = found.verifications.delivery ?? {}
      // EasyPost verifies a building without an apartment number, but still lists an error.
      const problem = errors[0]?.message ?? (success ? null : 'The carrier does not know this address.')
      const { street1, street2, city, state, zip } = found
      if (!success || !street1 || !city || !state || !zip) return { problem, suggestion: null }
      const known = {
        ...{ name: asked.name, street1: inTitle(street1), street2: inTitle(street2 ?? '') },
        ...{ city: inTitle(city), state, zip },
      }
      return { problem, suggestion: isSamePlace(asked, known) ? null : known }
    },
    quote: (parcel) => open(parcel, false),
    returnLabel: (parcel) => open(parcel, true),
    async buyLabel({ shipmentId, rateId }, wants) {
      const before = await bought(await read(shipmentId), wants)
      if (before) return before
      try {
        await wire.ask('POST', `/shipments/${shipmentId}/buy`, shipment, { rate: { id: rateId } })
      } catch (error) {
        // If another request bought it first, use that label.
        if (!(error instanceof EasyPostRefusal)) throw error
        if (error.code !== 'SHIPMENT.POSTAGE.EXISTS') throw refusal(error)
      }
      const made = await bought(await read(shipmentId), wants)
      if (made) return made
      throw new ShopError(
        'carrier_unavailable',
        'The carrier is still making this label. Try again in a minute.',
      )
    },
    async voidLabel(shipmentId) {
      const found = await read(shipmentId)
      if (!found.postage_label || found.refund_status === 'submitted' || found.refund_status === 'refunded')
        return true
      try {
        const asked = await wire.ask('POST', `/shipments/${shipmentId}/refund`, shipment)
        return asked.refund_status !== 'rejected'
      } catch (error) {
        if (error instanceof EasyPostRefusal) return false
        throw error
      }
    },
    async track({ trackingNumber, carrier }) {
      try {
        // Asking again for the same number returns the same tracker, with its current state.
        const asked = { tracking_code: trackingNumber, ...(carrier ? { carrier } : {}) }
        return newsOf(await wire.ask('POST', '/trackers', tracker, { tracker: asked }))
      } catch (error) {
        if (error instanceof EasyPostRefusal) return null
        throw error
      }
    },
    readEvent(rawBody, signature) {
      if (!webhookSecret || !isSigned(rawBody, signature, webhookSecret))
        throw new ShopError('invalid_signature', 'The carrier did not sign this event.')
      const { result } = JSON.parse(rawBody) as { result?: unknown }
      const found = tracker.safeParse(result)
      return found.success ? newsOf(found.data) : null
    },
  }
}

const isCode = (form: { form_type: string }) => form.form_type === 'label_qr_code'

/** docs.easypost.com/docs/webhooks: hex HMAC-SHA256 of the raw body, keyed with the secret in NFKD. */
function isSigned(rawBody: string, signature: string, secret: string): boolean {
  const mac = createHmac('sha256', secret.normalize('NFKD')).update(rawBody, 'utf8').digest('hex')
  const [ours, theirs] = [Buffer.from(`hmac-sha256-hex=${mac}`), Buffer.from(signature)]
  return ours.length === theirs.length && timingSafeEqual(ours, theirs)
}

function newsOf({ tracking_code, status, updated_at, tracking_details }: Tracker): TrackingUpdate {
  const scans = (tracking_details ?? [])
    // Announcing a label isn't a scan.
    .filter((each) => each.status !== 'pre_transit' && each.status !== 'unknown')
    .map(({ datetime }) => new Date(datetime).getTime())
    .filter(Number.isFinite)
  return {
    trackingNumber: tracking_code,
    state: states[status] ?? 'waiting',
    at: new Date(updated_at),
    scannedAt: scans.length > 0 ? new Date(Math.max(...scans)) : null,
  }
}

function cheapest({ id, rates, messages }: Shipment): Quote {
  const [best] = rates
    .filter(({ currency, delivery_days }) => currency === 'USD' && (delivery_days ?? inTime) <= inTime)
    .sort((a, b) => cents(a.rate) - cents(b.rate))
  if (!best) {
    const said = messages?.find(({ message }) => message)?.message
    throw new ShopError('not_possible', said ?? 'No carrier takes this package to this address.')
  }
  return {
    shipmentId: id,
    rateId: best.id,
    carrier: best.carrier,
    service: best.service,
    cents: cents(best.rate),
  }
}

/** "6.42" as integer cents. */
function cents(dollars: string): number {
  return Math.round(Number(dollars) * 100)
}

function sent({ name, street1, street2, city, state, zip }: ParcelAddress) {
  return { name, street1, ...(street2 ? { street2 } : {}), city, state, zip, country: 'US' }
}

/** "417 MONTGOMERY ST NE" as people write it: "417 Montgomery St NE". */
function inTitle(shouted: string): string {
  return shouted.replaceAll(/[A-Z]+/g, (word) =>
    /^(?:[NS][EW]|PO)$/.test(word) ? word : word[0] + word.slice(1).toLowerCase(),
  )
}

async function refusing<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    throw error instanceof EasyPostRefusal ? refusal(error) : error
  }
}

function refusal(cause: EasyPostRefusal): ShopError {
  return new ShopError('not_possible', cause.message, { cause })
}
