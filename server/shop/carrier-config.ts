import * as z from 'zod'
import { parcelAddressOf } from '../../domain/parcel.ts'
import { ConfigError } from './config-error.ts'

/** Settings of the carrier's service. */
export const carrierEnvironment = {
  EASYPOST_API_KEY: z
    .string()
    .regex(
      /^EZ[AT]K\S{10,}$/,
      'it must be an API key of EasyPost, which begins with EZAK (live) or EZTK (test)',
    )
    .optional(),
  EASYPOST_WEBHOOK_SECRET: z.string().trim().min(1, 'it must not be blank').optional(),
  EASYPOST_API_BASE: z
    .url({ protocol: /^https?$/, error: 'it must be an address such as http://127.0.0.1:12112' })
    .optional(),
}

export type CarrierConfig = Readonly<{
  apiKey: string
  /** null: events are refused, and the shop polls for tracking instead */
  webhookSecret: string | null
  /** without a trailing slash */
  apiBase: string
}>

const environment = z.object(carrierEnvironment)

/**
 * Parses the carrier's settings; null without a key.
 * @throws ConfigError if POSTAL_ADDRESS can't serve as a label's sender
 */
export function parseCarrier(
  value: z.output<typeof environment>,
  postalAddress: string,
): CarrierConfig | null {
  if (!value.EASYPOST_API_KEY) return null
  if (!parcelAddressOf('', postalAddress)) {
    throw new ConfigError(
      'EASYPOST_API_KEY needs POSTAL_ADDRESS as "street, city, ST 12345": labels name it as their sender.',
    )
  }
  return Object.freeze({
    apiKey: value.EASYPOST_API_KEY,
    webhookSecret: value.EASYPOST_WEBHOOK_SECRET ?? null,
    apiBase: (value.EASYPOST_API_BASE ?? 'https://api.easypost.com').replace(/\/+$/, ''),
  })
}
