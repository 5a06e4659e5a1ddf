import { customerOf } from './customer.ts'
import type { Operations } from './operation.ts'
import { invalidRequest } from './refusal.ts'
import type { World } from './world.ts'

type PortalParams = {
  customer?: string
  return_url?: string
  configuration?: string
  locale?: string
  flow_data?: { type: string }
}

function newPortalSession(world: World, customer: string, params: PortalParams) {
  const id = world.newId('bps')
  const { type } = params.flow_data ?? {}
  return {
    id,
    object: 'billing_portal.session' as const,
    configuration: params.configuration ?? 'bpc_simulated',
    created: world.now(),
    customer,
    customer_account: null,
    flow:
      type === undefined
        ? null
        : {
            customer_update: null,
            subscription_pause: null,
            after_completion: { hosted_confirmation: null, redirect: null, type: 'portal_homepage' },
            subscription_cancel: null,
            subscription_update: null,
            subscription_update_confirm: null,
            type,
          },
    livemode: false as const,
    locale: params.locale ?? null,
    on_behalf_of: null,
    return_url: params.return_url ?? null,
    url: `https://billing.stripe.com/p/session/test_${id.slice(4)}`,
  }
}

export type BillingPortalSession = ReturnType<typeof newPortalSession>

const modelledFlows = ['payment_method_update']

export const billingPortalOperations: Operations = {
  'POST /v1/billing_portal/sessions': ({ world, params }: { world: World; params: PortalParams }) => {
    if (params.customer === undefined)
      throw invalidRequest('Missing required param: customer.', {
        code: 'parameter_missing',
        param: 'customer',
      })
    const customer = customerOf(world, params.customer, 'customer')
    if (params.flow_data && !modelledFlows.includes(params.flow_data.type))
      throw invalidRequest('The simulator models the portal flow payment_method_update only.', {
        param: 'flow_data[type]',
      })
    const session = newPortalSession(world, customer.id, params)
    world.portalSessions.set(session.id, session)
    return session
  },
}
