import type { AddressVerdict, ParcelAddress, TrackingUpdate } from '../../domain/parcel.ts'

/** A package to send, with its sender and recipient. */
export type Parcel = {
  /** our reference, unique per package, by which the carrier's list can be searched */
  reference: string
  from: ParcelAddress
  to: ParcelAddress
  /** weight */
  ounces: number
}

/** A label's price; nothing is paid until it is bought. */
export type Quote = {
  /** the carrier's id: a package only ever buys this one, and it can be bought once */
  shipmentId: string
  rateId: string
  /** "USPS", "GroundAdvantage" */
  carrier: string
  service: string
  cents: number
}

export type BoughtLabel = {
  trackingNumber: string
  carrier: string
  cents: number
  /** 4 × 6 inches */
  pdf: Uint8Array
  /** a PNG that a post office scans in place of a printed label; null: this carrier has none */
  qr: Uint8Array | null
}

/**
 * The port for packages: a carrier's service, or a demo version that draws labels marked SPECIMEN. Every call throws
 * ShopError 'carrier_unavailable' if the carrier can't be reached, and 'not_possible' with the carrier's message if it
 * refuses.
 */
export type Carrier = {
  kind: 'demo' | 'easypost'
  /** whether packages can be delivered to this address, and how the carrier would write it */
  checkAddress(address: ParcelAddress): Promise<AddressVerdict>
  /** price of shipping to the customer: the cheapest service that arrives in time */
  quote(parcel: Parcel): Promise<Quote>
  /** the same for a return; `from` is still the shop, as for the outbound package */
  returnLabel(parcel: Parcel): Promise<Quote>
  /** buys the label, or returns what was bought before */
  buyLabel(quote: Pick<Quote, 'shipmentId' | 'rateId'>, wants: { qr: boolean }): Promise<BoughtLabel>
  /** requests a postage refund; also succeeds for a label never bought. false: too late, it was used */
  voidLabel(shipmentId: string): Promise<boolean>
  /** null: the carrier doesn't know this number */
  track(parcel: { trackingNumber: string; carrier: string | null }): Promise<TrackingUpdate | null>
  /**
   * Parses an event from the carrier; null if it isn't about a package.
   * @throws ShopError 'invalid_signature' if the carrier didn't sign it
   */
  readEvent(rawBody: string, signature: string): TrackingUpdate | null
}
