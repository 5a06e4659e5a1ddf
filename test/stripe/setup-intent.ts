import { customerOf } from './customer.ts'
import { emit } from './event.ts'
import { type Metadata, mergeMetadata } from './metadata.ts'
import { type CreatedRange, isCreatedIn, listed, type Operations } from './operation.ts'
import type { NextAction } from './payment-intent.ts'
import { invalidRequest, noSuch } from './refusal.ts'
import type { World } from './world.ts'

type SetupParams = {
  customer?: string
  description?: string
  metadata?: Metadata
  usage?: 'off_session' | 'on_session'
}

function newSetupIntent(world: World, params: SetupParams) {
  const id = world.newId('seti')
  return {
    id,
    object: 'setup_intent' as const,
    allowed_payment_method_types: null,
    application: null,
    attach_to_self: false,
    automatic_payment_methods: { allow_redirects: 'always' as const, enabled: true },
    cancellation_reason: null as string | null,
    client_secret: world.newId(`${id}_secret`, 32),
    created: world.now(),
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null as Record<string, unknown> | null,
    latest_attempt: null as string | null,
    livemode: false as const,
    mandate: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null as NextAction | null,
    on_behalf_of: null,
    payment_method: null as string | null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' as const },
    },
    payment_method_types: ['card', 'link'],
    single_use_mandate: null,
    status: 'requires_payment_method' as
      | 'requires_payment_method'
      | 'requires_action'
      | 'succeeded'
      | 'canceled',
    usage: params.usage ?? 'off_session',
  }
}

export type SetupIntent = ReturnType<typeof newSetupIntent>

/** @throws StripeRefusal `No such setupintent` */
function setupOf(world: World, id: string): SetupIntent {
  const setup = world.setupIntents.get(id)
  if (!setup) throw noSuch('setupintent', id, 'intent')
  return setup
}

/** Creates the setup intent and emits its event. */
export function createSetup(world: World, params: SetupParams): SetupIntent {
  if (params.customer !== undefined) customerOf(world, params.customer, 'customer')
  const setup = newSetupIntent(world, params)
  world.setupIntents.set(setup.id, setup)
  emit(world, 'setup_intent.created', setup)
  return setup
}

type ListParams = { customer?: string; payment_method?: string; created?: CreatedRange }

export const setupIntentOperations: Operations = {
  'POST /v1/setup_intents': ({ world, params }: { world: World; params: SetupParams }) =>
    createSetup(world, params),
  'GET /v1/setup_intents/{id}': ({ world, id }) => setupOf(world, id),
  'POST /v1/setup_intents/{id}/cancel': ({
    world,
    id,
    params,
  }: {
    world: World
    id: string
    params: { cancellation_reason?: string }
  }) => {
    const setup = setupOf(world, id)
    if (setup.status !== 'requires_payment_method' && setup.status !== 'requires_action')
      throw invalidRequest(
        `You cannot cancel this SetupIntent because it has a status of ${setup.status}. Only a SetupIntent with one of the following statuses may be canceled: requires_payment_method, requires_confirmation, requires_action.`,
        { code: 'setup_intent_unexpected_state', setup_intent: structuredClone(setup) },
      )
    setup.status = 'canceled'
    setup.cancellation_reason = params.cancellation_reason ?? null
    emit(world, 'setup_intent.canceled', setup)
    return setup
  },
  'GET /v1/setup_intents': ({ world, params }: { world: World; params: ListParams }) =>
    listed(
      [...world.setupIntents.values()].filter(
        (setup) =>
          (params.customer === undefined || setup.customer === params.customer) &&
          (params.payment_method === undefined || setup.payment_method === params.payment_method) &&
          isCreatedIn(params.created, setup.created),
      ),
    ),
}
