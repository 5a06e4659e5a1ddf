import { listed, type Operations } from './operation.ts'
import { invalidRequest, noSuch } from './refusal.ts'
import type { World } from './world.ts'

// What an owner sets up once: webhook endpoints, the portal's configuration, wallet domains, the account itself.

type HookParams = { url: string; enabled_events: string[]; api_version?: string; description?: string }

function newHook(world: World, { url, enabled_events, api_version }: HookParams) {
  return {
    id: world.newId('we'),
    object: 'webhook_endpoint' as const,
    api_version: api_version ?? null,
    application: null,
    created: world.now(),
    description: null,
    enabled_events,
    livemode: false as const,
    metadata: {},
    status: 'enabled' as 'enabled' | 'disabled',
    url,
  }
}

function newDomain(world: World, domain_name: string, enabled: boolean) {
  const wallet = { status: 'active' as 'active' | 'inactive' }
  return {
    id: world.newId('pmd'),
    object: 'payment_method_domain' as const,
    amazon_pay: { ...wallet },
    apple_pay: { ...wallet },
    created: world.now(),
    domain_name,
    enabled,
    google_pay: { ...wallet },
    klarna: { ...wallet },
    link: { ...wallet },
    livemode: false as const,
    paypal: { ...wallet },
  }
}

export type WebhookEndpoint = ReturnType<typeof newHook>
export type PaymentMethodDomain = ReturnType<typeof newDomain>

/** What the owner set in the Dashboard. */
export const newAccount = () => ({
  chargesEnabled: true,
  statementDescriptor: null as string | null,
  updatesCards: false,
})

function find<Kept>(kept: Map<string, Kept>, kind: string, id: string): Kept {
  const found = kept.get(id)
  if (!found) throw noSuch(kind, id)
  return found
}

export const accountOperations: Operations = {
  'GET /v1/account': ({ world }) => ({
    id: 'acct_simulated',
    object: 'account',
    charges_enabled: world.account.chargesEnabled,
    country: 'US',
    settings: { payments: { statement_descriptor: world.account.statementDescriptor } },
  }),
  'GET /v1/billing_portal/configurations': ({ world }) =>
    listed([
      {
        ...{ id: 'bpc_simulated', object: 'billing_portal.configuration', active: true, is_default: true },
        features: { payment_method_update: { enabled: world.account.updatesCards } },
      } as { id: string },
    ]),
  'GET /v1/webhook_endpoints': ({ world }) => listed(world.webhookEndpoints.values()),
  // docs.stripe.com/api/webhook_endpoints/create: only this reply has the secret; at most 16 endpoints.
  'POST /v1/webhook_endpoints': ({ world, params }: { world: World; params: HookParams }) => {
    if (world.webhookEndpoints.size >= 16)
      throw invalidRequest('You have reached the maximum of 16 test webhook endpoints.')
    const hook = newHook(world, params)
    world.webhookEndpoints.set(hook.id, hook)
    return { ...hook, secret: `whsec_${hook.id.slice(3)}` }
  },
  'POST /v1/webhook_endpoints/{id}': ({
    world,
    id,
    params,
  }: {
    world: World
    id: string
    params: { enabled_events?: string[]; disabled?: boolean }
  }) => {
    const hook = find(world.webhookEndpoints, 'webhook endpoint', id)
    if (params.enabled_events) hook.enabled_events = params.enabled_events
    if (params.disabled !== undefined) hook.status = params.disabled ? 'disabled' : 'enabled'
    return hook
  },
  'GET /v1/payment_method_domains': ({
    world,
    params,
  }: {
    world: World
    params: { domain_name?: string; enabled?: boolean }
  }) =>
    listed(
      [...world.paymentMethodDomains.values()].filter(
        (domain) =>
          (params.domain_name === undefined || domain.domain_name === params.domain_name) &&
          (params.enabled === undefined || domain.enabled === params.enabled),
      ),
    ),
  'POST /v1/payment_method_domains': ({
    world,
    params,
  }: {
    world: World
    params: { domain_name: string; enabled?: boolean }
  }) => {
    const domain = newDomain(world, params.domain_name, params.enabled ?? true)
    world.paymentMethodDomains.set(domain.id, domain)
    return domain
  },
  'POST /v1/payment_method_domains/{id}': ({
    world,
    id,
    params,
  }: {
    world: World
    id: string
    params: { enabled?: boolean }
  }) => {
    const domain = find(world.paymentMethodDomains, 'payment_method_domain', id)
    if (params.enabled !== undefined) domain.enabled = params.enabled
    return domain
  },
}
