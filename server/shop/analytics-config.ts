import { ConfigError } from './config-error.ts'

/** Which analytics services are told of visits (spec §1); null for each that isn't set. */
export type AnalyticsConfig = Readonly<{
  gtmId: string | null
  adsId: string | null
  adsLabel: string | null
}>

type Values = { GTM_ID?: string; GOOGLE_ADS_ID?: string; GOOGLE_ADS_LABEL?: string }

/** Ids as the provider issues them; they become part of a URL, so nothing else is allowed. */
export const analyticsPatterns = {
  GTM_ID: { pattern: /^GTM-[A-Z0-9]{4,12}$/, example: 'GTM-ABC1234' },
  GOOGLE_ADS_ID: { pattern: /^AW-\d{6,14}$/, example: 'AW-123456789' },
  GOOGLE_ADS_LABEL: { pattern: /^[\w-]{4,64}$/, example: 'AbC-D_efGh12' },
} as const

/**
 * The settings of the tag manager and the ads conversion; null when neither is set.
 * @throws ConfigError for a conversion label without its account, or an account without a label
 */
export function parseAnalytics(values: Values): AnalyticsConfig | null {
  const { GTM_ID: gtmId, GOOGLE_ADS_ID: adsId, GOOGLE_ADS_LABEL: adsLabel } = values
  if (!adsId !== !adsLabel) {
    const missing = adsId ? 'GOOGLE_ADS_LABEL' : 'GOOGLE_ADS_ID'
    throw new ConfigError(
      `The setting ${missing} is missing: an ads conversion needs its account and its label.`,
    )
  }
  if (!gtmId && !adsId) return null
  return Object.freeze({ gtmId: gtmId ?? null, adsId: adsId ?? null, adsLabel: adsLabel ?? null })
}
