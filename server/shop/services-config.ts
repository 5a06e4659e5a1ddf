import path from 'node:path'
import * as z from 'zod'
import { outsideKinds } from '../../domain/admin/outside-contracts.ts'
import { parcelAddressOf } from '../../domain/parcel.ts'
import type { BackupAddress } from './backup-place.ts'
import { kindOf, type OutsideAddresses } from './outside.ts'

/** An invalid setting that stops startup; the message is one sentence that says which and why. */
export class ConfigError extends Error {}

/** The parsed values of some settings. */
type Values<Settings extends z.ZodRawShape> = z.output<z.ZodObject<Settings>>

/** Which analytics services are told of visits (spec §1); null for each that isn't set. */
export type AnalyticsConfig = Readonly<{
  gtmId: string | null
  adsId: string | null
  adsLabel: string | null
}>

const like = (pattern: RegExp, example: string) =>
  z.string().regex(pattern, `it must look like ${example}`).optional()

/** Ids as the provider issues them; they become part of a URL, so nothing else is allowed. */
export const analyticsEnvironment = {
  GTM_ID: like(/^GTM-[A-Z0-9]{4,12}$/, 'GTM-ABC1234'),
  GOOGLE_ADS_ID: like(/^AW-\d{6,14}$/, 'AW-123456789'),
  GOOGLE_ADS_LABEL: like(/^[\w-]{4,64}$/, 'AbC-D_efGh12'),
}

/**
 * The settings of the tag manager and the ads conversion; null when neither is set.
 * @throws ConfigError for a conversion label without its account, or an account without a label
 */
export function parseAnalytics(values: Values<typeof analyticsEnvironment>): AnalyticsConfig | null {
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

/** Settings for bulk email, and for the service that reports bounces. */
export const bulkMailEnvironment = {
  LETTERS_PER_MINUTE: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'it must be a whole number from 1 to 999999')
    .default('600')
    .transform(Number),
  SES_TOPIC_ARN: z
    .string()
    .regex(
      /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/,
      'it must look like arn:aws:sns:us-east-1:123456789012:bounces',
    )
    .optional(),
  POSTMARK_WEBHOOK_AUTH: z
    .string()
    .regex(/^[^:\s]+:\S{12,}$/, 'it must be user:password, with at least 12 characters of password')
    .optional(),
}

export type BulkMailConfig = Readonly<{
  /** letter emails sent per minute, across all processes */
  perMinute: number
  /** the topic where Amazon SES publishes bounces and complaints; null: no notifications are accepted */
  sesTopicArn: string | null
  /** "user:password" that Postmark uses to report bounces; null: no reports are accepted */
  postmarkAuth: string | null
}>

export function parseBulkMail(value: Values<typeof bulkMailEnvironment>): BulkMailConfig {
  return Object.freeze({
    perMinute: value.LETTERS_PER_MINUTE,
    sesTopicArn: value.SES_TOPIC_ARN ?? null,
    postmarkAuth: value.POSTMARK_WEBHOOK_AUTH ?? null,
  })
}

const outsideUrl = z.url({
  protocol: /^https?$/,
  error: 'it must be an address such as https://ntfy.sh/my-shop',
})

/** Where alarms are told outside the shop, and the dead man's switch. */
export const outsideEnvironment = {
  ALARM_URL: outsideUrl.optional(),
  ALARM_KIND: z.enum(outsideKinds, { error: `it must be ${outsideKinds.join(', ')}` }).optional(),
  HEARTBEAT_URL: outsideUrl.optional(),
}

/** Whoever sets the environment knows their own network. */
export function parseOutside(value: Values<typeof outsideEnvironment>): OutsideAddresses {
  const { ALARM_URL: url, HEARTBEAT_URL: heartbeat } = value
  return Object.freeze({
    alarm: url ? Object.freeze({ url, kind: value.ALARM_KIND ?? kindOf(url), mayBeLocal: true }) : null,
    heartbeat: heartbeat ? Object.freeze({ url: heartbeat, mayBeLocal: true }) : null,
  })
}

/** Where backups go. Whoever sets the environment knows their own network. */
export const backupEnvironment = {
  BACKUP_PLACE: z
    .string()
    .transform((value, context): BackupAddress => {
      const place = parseBackupPlace(value)
      if (place) return Object.freeze(place)
      context.addIssue(
        'it must be a folder such as /srv/backups, or a bucket such as https://KEY:SECRET@s3.eu-central-1.amazonaws.com/my-bucket/folder?region=eu-central-1',
      )
      return z.NEVER
    })
    .optional(),
}

function parseBackupPlace(value: string): BackupAddress | null {
  if (path.isAbsolute(value)) return { kind: 'folder', folder: path.resolve(value) }
  const url = /^https?:/.test(value) && URL.canParse(value) ? new URL(value) : null
  const [bucket, ...folder] = url?.pathname.split('/').filter(Boolean).map(decodeURIComponent) ?? []
  if (!url || !bucket || !url.username || !url.password) return null
  return {
    ...{ kind: 's3', endpoint: url.origin, bucket, folder: folder.join('/'), mayBeLocal: true },
    region: url.searchParams.get('region') ?? 'auto',
    keyId: decodeURIComponent(url.username),
    secret: decodeURIComponent(url.password),
  }
}

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

/**
 * Parses the carrier's settings; null without a key.
 * @throws ConfigError if POSTAL_ADDRESS can't serve as a label's sender
 */
export function parseCarrier(
  value: Values<typeof carrierEnvironment>,
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

const optional = z.string().trim().min(1, 'it must not be blank').optional()

/** The settings of the payment provider. */
export const stripeEnvironment = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\S+$/, 'it must be a secret key, which begins with sk_test_ or sk_live_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY_LIVE: z
    .string()
    .regex(/^pk_live_\S+$/, 'it must be a live publishable key, which begins with pk_live_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY_TEST: z
    .string()
    .regex(/^pk_test_\S+$/, 'it must be a test publishable key, which begins with pk_test_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_API_BASE: z
    .url({ protocol: /^https?$/, error: 'it must be an address such as http://127.0.0.1:12111' })
    .optional(),
  PRODUCTION_HOST: optional,
  PREVIEW_HOST_SUFFIX: optional,
}

export type StripeConfig = Readonly<{
  secretKey: string
  /** whether the secret key moves live or test money */
  mode: 'live' | 'test'
  publishableKeyLive: string | null
  publishableKeyTest: string | null
  /** null: webhooks are refused, and the shop polls every few minutes instead */
  webhookSecret: string | null
  /** another API address, such as a simulator's; null: Stripe's */
  apiBase: string | null
  /** lowercase host names that use the live publishable key (spec §7) */
  productionHost: string | null
  previewHostSuffix: string | null
}>

/**
 * Parses the provider's settings; null without a secret key.
 * @throws ConfigError if live and test keys would be mixed (stripe.md §7)
 */
export function parseStripe(value: Values<typeof stripeEnvironment>, publicUrl: string): StripeConfig | null {
  const secretKey = value.STRIPE_SECRET_KEY
  if (!secretKey) return null
  const mode = secretKey.includes('_live_') ? 'live' : 'test'
  const config: StripeConfig = Object.freeze({
    secretKey,
    mode,
    publishableKeyLive: value.STRIPE_PUBLISHABLE_KEY_LIVE ?? null,
    publishableKeyTest: value.STRIPE_PUBLISHABLE_KEY_TEST ?? null,
    webhookSecret: value.STRIPE_WEBHOOK_SECRET ?? null,
    apiBase: value.STRIPE_API_BASE?.replace(/\/+$/, '') ?? null,
    productionHost: hostOf(value.PRODUCTION_HOST),
    previewHostSuffix: hostOf(value.PREVIEW_HOST_SUFFIX),
  })
  refuseMixed(config, new URL(publicUrl).hostname.toLowerCase())
  return config
}

// Strips scheme, port and path: only the host name counts.
function hostOf(setting: string | undefined): string | null {
  if (!setting) return null
  return setting
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[:/].*$/, '')
}

function refuseMixed(config: StripeConfig, publicHost: string) {
  const isLiveHost =
    publicHost === config.productionHost ||
    (config.previewHostSuffix !== null && publicHost.endsWith(config.previewHostSuffix))
  if (config.mode === 'live') {
    if (!config.publishableKeyLive) {
      throw new ConfigError(
        'STRIPE_SECRET_KEY is a live key, but STRIPE_PUBLISHABLE_KEY_LIVE is missing: live and test keys are never mixed.',
      )
    }
    if (!isLiveHost) {
      throw new ConfigError(
        `STRIPE_SECRET_KEY is a live key, but ${publicHost} of PUBLIC_URL would get the test publishable key: set PRODUCTION_HOST to ${publicHost}.`,
      )
    }
    return
  }
  if (isLiveHost) {
    throw new ConfigError(
      `STRIPE_SECRET_KEY is a test key, but ${publicHost} of PUBLIC_URL gets the live publishable key: use the live secret key there, or leave PRODUCTION_HOST empty until you go live.`,
    )
  }
  if (config.publishableKeyLive && !config.publishableKeyTest) {
    throw new ConfigError(
      'STRIPE_SECRET_KEY is a test key, but the only publishable key is a live one: set STRIPE_PUBLISHABLE_KEY_TEST.',
    )
  }
}
