import { apiVersion } from './contract.ts'
import { type CreatedRange, isCreatedIn, listed, type Operations } from './operation.ts'
import { invalidRequest, noSuch } from './refusal.ts'
import type { World } from './world.ts'

export type StripeEvent = {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

/**
 * Records an event, with the object as it is at this moment.
 * @param before previous values of what changed; given where the object no longer shows them
 */
export function emit(world: World, type: string, object: object, before?: Record<string, unknown>): void {
  const event: StripeEvent = {
    id: world.newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: world.now(),
    data: {
      object: structuredClone(object) as Record<string, unknown>,
      ...(before ? { previous_attributes: before } : {}),
    },
    livemode: false,
    pending_webhooks: 0,
    request: { ...world.request },
    type,
  }
  world.events.set(event.id, event)
  world.onEvent(event)
}

// docs.stripe.com/api/events: events can be read for 30 days.
const keptFor = 30 * 24 * 3600

type ListParams = { created?: CreatedRange; type?: string; types?: string[]; delivery_success?: boolean }

export const eventOperations: Operations = {
  'GET /v1/events/{id}': ({ world, id }) => {
    const event = world.events.get(id)
    if (!event || event.created <= world.now() - keptFor) throw noSuch('event', id)
    return event
  },
  // docs.stripe.com/api/events/list: `types` takes "up to 20"; `type` and `types` exclude each other.
  'GET /v1/events': ({ world, params }: { world: World; params: ListParams }) => {
    if (params.type !== undefined && params.types !== undefined)
      throw invalidRequest('You may only specify one of these parameters: type, types.', { param: 'type' })
    if ((params.types?.length ?? 0) > 20)
      throw invalidRequest('You may pass at most 20 event types.', { param: 'types' })
    return listed(
      [...world.events.values()].filter(
        (event) =>
          event.created > world.now() - keptFor &&
          isCreatedIn(params.created, event.created) &&
          (params.type === undefined || event.type === params.type) &&
          (params.types === undefined || params.types.includes(event.type)) &&
          (params.delivery_success === undefined ||
            params.delivery_success === (event.pending_webhooks === 0)),
      ),
    )
  },
}
