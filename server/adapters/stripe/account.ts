import type Stripe from 'stripe'
import { ShopError } from '../../../domain/errors.ts'
import type { AccountLine } from '../../shop/payment-states.ts'
import type { StripeConfig } from '../../shop/services-config.ts'
import { eventTypes } from './events.ts'
import { registeredStates } from './tax.ts'

type Mend = { state: 'watch' | 'bad'; advice: string } | null
type Check = { id: string; label: string; find: () => Promise<Mend> | Mend }

const bad = (advice: string): Mend => ({ state: 'bad', advice })
const watch = (advice: string): Mend => ({ state: 'watch', advice })

const hookAddress = (publicUrl: string) => `${publicUrl.replace(/\/$/, '')}/webhooks/stripe`

/** What an owner should know about the account before the first order. Read only. */
export async function checkAccount(
  stripe: Stripe,
  config: StripeConfig,
  publicUrl: string,
  now: Date,
): Promise<AccountLine[]> {
  const checks: Check[] = [
    { id: 'keys', label: 'Keys', find: () => keys(config, publicUrl) },
    { id: 'webhook', label: 'Webhook and its events', find: () => webhook(stripe, config, publicUrl) },
    { id: 'portal', label: 'Card page', find: () => portal(stripe) },
    { id: 'wallets', label: 'Apple Pay and Google Pay', find: () => wallets(stripe, publicUrl) },
    { id: 'account', label: 'Account and statement name', find: () => account(stripe) },
    { id: 'receipts', label: 'Receipts', find: () => receipts(stripe, now) },
    { id: 'tax', label: 'Sales tax for California', find: () => tax(stripe) },
  ]
  return Promise.all(
    checks.map(async ({ id, label, find }) => {
      const mend = await readable(find)
      return { id, label, state: mend?.state ?? 'good', advice: mend?.advice ?? '' }
    }),
  )
}

// A restricted key can take payments without being allowed to read everything.
async function readable(find: Check['find']): Promise<Mend> {
  try {
    return await find()
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode !== 403) throw error
    return watch(
      'The secret key may not read this. Look at it in the Dashboard, or give the key the right to.',
    )
  }
}

function keys(config: StripeConfig, publicUrl: string): Mend {
  const publishable = config.mode === 'live' ? config.publishableKeyLive : config.publishableKeyTest
  if (!publishable)
    return bad(
      `There is no publishable key for ${config.mode} mode, so no visitor can pay: set STRIPE_PUBLISHABLE_KEY_${config.mode.toUpperCase()}.`,
    )
  if (config.mode === 'test' && publicUrl.startsWith('https://'))
    return watch('These are test keys: no money moves. Set the live keys to open the doors.')
  return null
}

async function webhook(stripe: Stripe, config: StripeConfig, publicUrl: string): Promise<Mend> {
  if (!config.webhookSecret)
    return bad(
      'STRIPE_WEBHOOK_SECRET is not set: events are refused, and payments are noticed only when the shop asks, every few minutes.',
    )
  const found = await findHook(stripe, publicUrl)
  const address = hookAddress(publicUrl)
  if (!found) return bad(`No webhook leads to ${address}. Press “Register”, then set STRIPE_WEBHOOK_SECRET.`)
  if (found.status !== 'enabled') return bad(`The webhook to ${address} is switched off. Press “Register”.`)
  const missing = missingEvents(found)
  if (missing.length > 0) return bad(`The webhook does not send ${missing.join(', ')}. Press “Register”.`)
  return null
}

async function findHook(stripe: Stripe, publicUrl: string) {
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 }))
    if (endpoint.url === hookAddress(publicUrl)) return endpoint
  return undefined
}

function missingEvents({ enabled_events }: Stripe.WebhookEndpoint): string[] {
  return enabled_events.includes('*') ? [] : eventTypes.filter((type) => !enabled_events.includes(type))
}

async function portal(stripe: Stripe): Promise<Mend> {
  const { data } = await stripe.billingPortal.configurations.list({
    is_default: true,
    active: true,
    limit: 1,
  })
  if (data[0]?.features.payment_method_update.enabled) return null
  return bad(
    'Members cannot change their card: in the Dashboard under Settings, Billing, Customer portal, activate it and allow updating payment methods.',
  )
}

async function wallets(stripe: Stripe, publicUrl: string): Promise<Mend> {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol !== 'https:') return watch('Wallets appear on an address with https only.')
  const { data } = await stripe.paymentMethodDomains.list({ domain_name: hostname, limit: 1 })
  const domain = data[0]
  if (!domain?.enabled) return bad(`${hostname} is not registered for wallets. Press “Register”.`)
  if (domain.apple_pay.status !== 'active')
    return watch(
      `Apple Pay is not active on ${hostname}${domain.apple_pay.status_details?.error_message ? `: ${domain.apple_pay.status_details.error_message}` : '.'}`,
    )
  return null
}

async function account(stripe: Stripe): Promise<Mend> {
  const found = await stripe.accounts.retrieveCurrent()
  if (!found.charges_enabled)
    return bad('The account may not take payments yet: finish its activation in the Dashboard.')
  if (!found.settings?.payments.statement_descriptor)
    return bad(
      'No name stands on card statements, so buyers may not know the charge and dispute it: set it in the Dashboard under Settings, Business.',
    )
  return null
}

/** Seconds to look back for receipts that Stripe sent itself. */
const lately = 7 * 24 * 60 * 60

// The API doesn't say whether Stripe emails receipts, but a payment gets a receipt number once one was sent
// (docs.stripe.com/api/charges/object#charge_object-receipt_number).
async function receipts(stripe: Stripe, now: Date): Promise<Mend> {
  const { data } = await stripe.charges.list({
    limit: 100,
    created: { gte: Math.floor(now.getTime() / 1000) - lately },
  })
  const mailed = data.filter((charge) => charge.receipt_number !== null).length
  if (mailed === 0) return null
  return watch(
    `In the last 7 days Stripe mailed a receipt of its own for ${mailed === 1 ? 'a payment' : `${mailed} payments`}, besides the shop’s confirmation. To stop it, open the Dashboard under Settings, Business, Customer emails, and switch off “Successful payments”. Receipts that somebody sends by hand count here, too.`,
  )
}

// Without a registration Stripe silently calculates no tax, and past sales can't be corrected (stripe.md §5).
async function tax(stripe: Stripe): Promise<Mend> {
  if ((await registeredStates(stripe)).includes('CA')) return null
  return bad(
    'Stripe Tax has no active registration for California, so no sales tax is charged there: add one in the Dashboard under Tax, Registrations.',
  )
}

/**
 * Creates or fixes the webhook and the wallet domain.
 * @returns the secret of a webhook created now, which Stripe shows only once; null: one existed
 * @throws ShopError 'not_possible' for a URL without https
 */
export async function registerAccount(stripe: Stripe, publicUrl: string): Promise<string | null> {
  const { protocol, hostname: domain_name } = new URL(publicUrl)
  if (protocol !== 'https:')
    throw new ShopError(
      'not_possible',
      'Stripe reaches a shop at an address with https only. Set PUBLIC_URL.',
    )
  const { data } = await stripe.paymentMethodDomains.list({ domain_name, limit: 1 })
  if (!data[0]) await stripe.paymentMethodDomains.create({ domain_name })
  else if (!data[0].enabled) await stripe.paymentMethodDomains.update(data[0].id, { enabled: true })
  const found = await findHook(stripe, publicUrl)
  if (!found) {
    const made = await stripe.webhookEndpoints.create({
      url: hookAddress(publicUrl),
      enabled_events: [...eventTypes],
      // An endpoint keeps the API version it was created with (stripe.md §6).
      api_version: apiVersion,
    })
    return made.secret ?? null
  }
  const missing = missingEvents(found) as (typeof eventTypes)[number][]
  if (missing.length > 0 || found.status !== 'enabled')
    await stripe.webhookEndpoints.update(found.id, {
      disabled: false,
      ...(missing.length > 0 && {
        enabled_events: [
          ...found.enabled_events,
          ...missing,
        ] as Stripe.WebhookEndpointUpdateParams.EnabledEvent[],
      }),
    })
  return null
}

/** The library's version (stripe.md §1). */
const apiVersion = '2026-10-28.endive' as const
