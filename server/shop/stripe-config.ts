import * as z from 'zod'
import { ConfigError } from './config-error.ts'

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

const environment = z.object(stripeEnvironment)

/**
 * Parses the provider's settings; null without a secret key.
 * @throws ConfigError if live and test keys would be mixed (stripe.md §7)
 */
export function parseStripe(value: z.output<typeof environment>, publicUrl: string): StripeConfig | null {
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
