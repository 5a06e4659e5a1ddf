import type { AddressVerdict, ParcelAddress, TrackingUpdate } from '../../domain/parcel.ts'

/** What is to be sent, and from where to where. */
export type Parcel = {
  /** ours: the same for the same parcel, so that the carrier's list can be searched by it */
  reference: string
  from: ParcelAddress
  to: ParcelAddress
  /** its weight */
  ounces: number
}

/** What a label costs; nothing is paid before it is bought. */
export type Quote = {
  /** the carrier's: only this one is ever bought for its parcel, and it can be bought once */
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
 * The way out for parcels: a carrier's service, or a twin that draws labels marked SPECIMEN.
 * Every call throws ShopError 'carrier_unavailable' while it cannot be reached, and 'not_possible' with the carrier's
 * sentence where it refuses.
 */
export type Carrier = {
  kind: 'demo' | 'easypost'
  /** whether a parcel reaches this address, and which one it would be taken for */
  checkAddress(address: ParcelAddress): Promise<AddressVerdict>
  /** what the way out costs, the cheapest that arrives in time */
  quote(parcel: Parcel): Promise<Quote>
  /** the same for the way back: `from` is the shop, as for the parcel that went out */
  returnLabel(parcel: Parcel): Promise<Quote>
  /** buys it, or answers with what was bought before */
  buyLabel(quote: Pick<Quote, 'shipmentId' | 'rateId'>, wants: { qr: boolean }): Promise<BoughtLabel>
  /** asks the postage back; done as well for one that was never bought. False: too late, it was used */
  voidLabel(shipmentId: string): Promise<boolean>
  /** null: the carrier knows no such number */
  track(parcel: { trackingNumber: string; carrier: string | null }): Promise<TrackingUpdate | null>
  /**
   * What an event of the carrier says; null: nothing about a parcel.
   * @throws ShopError 'invalid_signature' for one that it did not sign
   */
  readEvent(rawBody: string, signature: string): TrackingUpdate | null
}
